/** Hand-written samples in the shape in which LongMemEval and LoCoMo are published. */

export const LONGMEMEVAL = [
  {
    question_id: 'q1',
    question_type: 'multi-session',
    question: 'How many plants did I buy?',
    answer: 3,
    question_date: '2023/05/30 (Tue) 11:49',
    haystack_session_ids: ['noise_1', 'answer_1_1', 'noise_1', 'answer_1_2'],
    haystack_dates: [
      '2023/05/20 (Sat) 01:38',
      '2023/05/21 (Sun) 02:00',
      '2023/05/22 (Mon) 02:00',
      '2023/05/23 (Tue) 02:00',
    ],
    haystack_sessions: [
      [
        {role: 'user', content: 'Who won the regatta?'},
        {role: 'assistant', content: 'The team from Oslo.'},
      ],
      [
        {role: 'user', content: 'I bought a fern and a cactus.', has_answer: true},
        {role: 'assistant', content: 'Lovely plants!'},
      ],
      [
        {role: 'user', content: 'Who won the regatta?'},
        {role: 'assistant', content: 'The team from Oslo.'},
      ],
      [{role: 'user', content: 'One more plant: an ivy.', has_answer: true}],
    ],
    answer_session_ids: ['answer_1_1', 'answer_1_2'],
  },
  {
    question_id: 'q2_abs',
    question_type: 'multi-session',
    question: 'How many hamsters did I buy?',
    answer: 'You never said.',
    question_date: '2023/05/30 (Tue) 11:49',
    haystack_session_ids: ['noise_1'],
    haystack_dates: ['2023/05/20 (Sat) 01:38'],
    haystack_sessions: [[{role: 'user', content: 'Who won the regatta?'}]],
    answer_session_ids: ['noise_1'],
  },
]

export const LOCOMO = [
  {
    sample_id: 'conv-1',
    conversation: {
      speaker_a: 'Ada',
      speaker_b: 'Ben',
      session_10_date_time: '4:04 pm on 20 June, 2023',
      session_10: [{speaker: 'Ben', dia_id: 'D10:1', text: 'The kiln broke last Friday.'}],
      session_2_date_time: '1:56 pm on 8 May, 2023',
      session_2: [
        {speaker: 'Ada', dia_id: 'D2:1', text: 'I joined a pottery class.'},
        {
          speaker: 'Ben',
          dia_id: 'D2:2',
          text: 'Look at my bowl!',
          blip_caption: 'a photo of a blue bowl',
        },
      ],
      session_3_date_time: '9:00 am on 1 June, 2023',
    },
    qa: [
      {question: 'Which class?', answer: 'pottery', evidence: ['D2:1'], category: 4},
      {question: 'When did the kiln break?', answer: 16, evidence: ['D10:1'], category: 2},
      {
        question: 'What broke, after which bowl?',
        answer: 'pots',
        evidence: ['D2:2; D10:1', 'D2:2'],
        category: 1,
      },
      {
        question: 'Would Ada like another class?',
        answer: 'likely',
        evidence: ['D2:1 D99:1'],
        category: 3,
      },
      {question: 'Which car?', adversarial_answer: 'red', evidence: ['D2:1'], category: 5},
      {question: 'Which colour?', answer: 'blue', evidence: [], category: 4},
      {question: 'Which glaze?', answer: 'blue', evidence: ['D:10:1'], category: 4},
    ],
  },
]
