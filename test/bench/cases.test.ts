/** The published files of LongMemEval and LoCoMo are read as what they say, whoever brings them. */

import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {gzipSync} from 'node:zlib'
import {expect, onTestFinished, test} from 'vitest'
import {LOCOMO, LONGMEMEVAL} from './published.js'

interface Case {
  readonly set: string
  readonly case: string
  readonly docs: readonly unknown[]
  readonly queries: readonly unknown[]
}

const {casesIn} = (await import(path.resolve('scripts/bench/cases.mjs'))) as {
  casesIn: (
    places: readonly string[],
    options?: {readonly set?: string; readonly tell?: (sentence: string) => void},
  ) => Iterable<Case>
}

const NEUTRAL = {set: 'own', case: 'one', docs: [], queries: []}

function folder(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'cases-'))
  onTestFinished(() => rmSync(root, {recursive: true}))
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), {recursive: true})
    const text = JSON.stringify(content)
    writeFileSync(file, name.endsWith('.gz') ? gzipSync(text) : text)
  }
  return root
}

test('LongMemEval: a case a question, judged by session; abstentions are left out and told', () => {
  const told: string[] = []
  const root = folder({'longmemeval_s.json': LONGMEMEVAL})
  const cases = [
    ...casesIn([path.join(root, 'longmemeval_s.json')], {tell: (one) => told.push(one)}),
  ]
  const first = {session: 'noise_1', date: '2023/05/20 (Sat) 01:38'}
  const second = {session: 'answer_1_1', date: '2023/05/21 (Sun) 02:00'}
  const third = {session: 'answer_1_2', date: '2023/05/23 (Tue) 02:00'}
  expect(cases).toEqual([
    {
      set: 'longmemeval_s',
      case: 'q1',
      docs: [
        {...first, id: 'noise_1#0', turn: 0, speaker: 'user', text: 'Who won the regatta?'},
        {...first, id: 'noise_1#1', turn: 1, speaker: 'assistant', text: 'The team from Oslo.'},
        {
          ...second,
          ...{id: 'answer_1_1#0', turn: 0},
          ...{speaker: 'user', text: 'I bought a fern and a cactus.'},
        },
        {...second, id: 'answer_1_1#1', turn: 1, speaker: 'assistant', text: 'Lovely plants!'},
        {...third, id: 'answer_1_2#0', turn: 0, speaker: 'user', text: 'One more plant: an ivy.'},
      ],
      queries: [
        {
          ...{id: 'q1', type: 'multi-session', text: 'How many plants did I buy?', answer: '3'},
          date: '2023/05/30 (Tue) 11:49',
          ...{gold_docs: [], gold_sessions: ['answer_1_1', 'answer_1_2']},
        },
      ],
    },
  ])
  expect(told).toEqual(['longmemeval_s: 1 left out (abstentions)'])
})

test('LoCoMo: a case a conversation, judged by turn, categories by name', () => {
  const told: string[] = []
  const root = folder({'locomo10.json': LOCOMO})
  const [only, ...more] = casesIn([root], {tell: (one) => told.push(one)})
  const may = {session: 'D2', date: '1:56 pm on 8 May, 2023'}
  const june = {session: 'D10', date: '4:04 pm on 20 June, 2023'}
  const query = (id: string, type: string, text: string, answer: string, gold: string[]) => {
    const sessions = [...new Set(gold.map((turn) => turn.replace(/:.*/, '')))]
    return {id, type, text, answer, gold_docs: gold, gold_sessions: sessions}
  }
  expect(more).toEqual([])
  expect(only).toEqual({
    set: 'locomo10',
    case: 'conv-1',
    docs: [
      {...may, id: 'D2:1', turn: 0, speaker: 'Ada', text: 'I joined a pottery class.'},
      {
        ...may,
        ...{id: 'D2:2', turn: 1, speaker: 'Ben'},
        text: 'Look at my bowl! [shares a photo of a blue bowl]',
      },
      {...june, id: 'D10:1', turn: 0, speaker: 'Ben', text: 'The kiln broke last Friday.'},
    ],
    queries: [
      query('q0', 'single-hop', 'Which class?', 'pottery', ['D2:1']),
      query('q1', 'temporal', 'When did the kiln break?', '16', ['D10:1']),
      query('q2', 'multi-hop', 'What broke, after which bowl?', 'pots', ['D10:1', 'D2:2']),
      query('q3', 'open-domain', 'Would Ada like another class?', 'likely', ['D2:1']),
    ],
  })
  expect(told).toEqual([
    'locomo10: 1 left out (adversarial)',
    'locomo10: 2 left out (without evidence)',
  ])
})

test('a folder has sets of cases and published files; one set may be asked for', () => {
  const root = folder({
    'own/one.json.gz': NEUTRAL,
    'own/notes.txt': 'none',
    'other/two.json': {...NEUTRAL, set: 'other', case: 'two'},
    'longmemeval_s.json.gz': LONGMEMEVAL,
    'locomo10.json': LOCOMO,
    'package.json': {},
  })
  const names = (options = {}) =>
    [...casesIn([root], options)].map((one) => `${one.set}/${one.case}`)
  expect(names()).toEqual(['locomo10/conv-1', 'longmemeval_s/q1', 'other/two', 'own/one'])
  expect(names({set: 'own'})).toEqual(['own/one'])
  expect(names({set: 'longmemeval_s'})).toEqual(['longmemeval_s/q1'])
})

test('what is neither is refused by its name', () => {
  const root = folder({'some.json': [{question: 'what?'}], 'empty.json': []})
  for (const name of ['some.json', 'empty.json']) {
    expect(() => [...casesIn([path.join(root, name)])]).toThrow(
      `${name} is neither a case nor a file of LongMemEval or LoCoMo`,
    )
  }
})
