/** Whoever asks in a language finds what is written in it. */

import {beforeAll, describe, expect, test} from 'vitest'
import {languageOf} from '../../src/terms/language.js'
import {readQuery} from '../../src/terms/query.js'
import {loadStemmers} from '../../src/terms/stem.js'
import {STEM} from '../../src/terms/term.js'
import {termsOf} from './shown.js'

beforeAll(() => loadStemmers(['ru', 'uk', 'el', 'de', 'tr', 'ar', 'hi', 'en']))

/** The words of `question` that are found in `text`, in one form or another. */
function found(question: string, text: string): string[] {
  const language = languageOf(text)
  const terms = termsOf(text, language)
  return readQuery(question, ['und', language])
    .words.filter(({word, stems, stop}) => {
      const forms = [word, ...stems, ...stems.map((stem) => stem.slice(STEM.length + 3))]
      return !stop && forms.some((form) => terms.has(form))
    })
    .map(({word}) => word)
}

describe('fault 31: a question finds a text in its language', () => {
  test.each([
    ['zh', '服务器在哪里', '我们的服务器在东京的机房里。'],
    ['zh, one sign', '茶', '她喜欢喝绿茶。'],
    ['zh, without a blank around Latin', 'API密钥', '把API密钥存放在保险库里'],
    ['ja', '東京のサーバー', 'サーバーは東京にあります。'],
    ['ja, kana', 'データベース', '本番データベースを移行した。'],
    ['ja, kana of half the width', 'ﾃﾞｰﾀ', 'データを消した。'],
    ['ko, with another particle', '학교는', '우리는 학교에서 만났다.'],
    ['ko, without its particle', '데이터베이스', '데이터베이스를 옮겼다.'],
    ['ko, in jamo', '학교'.normalize('NFD'), '학교에서 만났다.'],
    ['th', 'ฐานข้อมูล', 'เราย้ายฐานข้อมูลไปที่กรุงเทพมหานครแล้ว'],
    ['th, a name', 'กรุงเทพมหานคร', 'เราย้ายฐานข้อมูลไปที่กรุงเทพมหานครแล้ว'],
    ['lo', 'ວຽງຈັນ', 'ແມ່ຂອງຂ້ອຍຢູ່ວຽງຈັນ'],
    ['km', 'ភ្នំពេញ', 'ខ្ញុំរស់នៅភ្នំពេញ'],
    ['ru', 'встреча', 'Мы говорили об этом на прошлой встрече с командой.'],
    ['ru, without its dots', 'елка', 'Это была наша ёлка, и она стояла во дворе.'],
    ['uk', 'зустріч', 'Ми говорили про це на зустрічі з командою, і все було добре.'],
    ['el, without accents, in capitals', 'ΑΠΟΦΑΣΗ', 'Η απόφαση για το έργο ήταν σωστή.'],
    ['ar', 'كتاب', 'قرأت الكتاب في المكتبة'],
    ['ar, without its vowels', 'كتاب', 'هذا كِتَابٌ جديد'],
    ['he, without its points', 'שלום', 'שָׁלוֹם לכולם'],
    ['hi', 'किताब', 'मैंने दो किताबें पढ़ीं और वे अच्छी थीं।'],
    ['tr', 'istanbul', 'Toplantı İSTANBUL’da olacak ve çok uzun sürecek.'],
    ['tr, without its dot', 'ISTANBUL', 'Toplantı İstanbul için ve bu yıl olacak.'],
    ['vi, without its tones', 'quyet dinh', 'Chúng tôi đã quyết định.'],
    ['de', 'strasse', 'Die Straßen sind alle leer und es ist still.'],
  ])('%s', (_, question, text) => expect(found(question, text)).not.toEqual([]))
})

describe('and does not find what is another word', () => {
  test.each([
    ['zh', '京都', '我们在东亰。'],
    ['ja', 'さくら', '東京にあります'],
    ['ko', '병원', '우리는 학교에서 만났다.'],
    ['th', 'ทะเล', 'เราย้ายฐานข้อมูลไปที่กรุงเทพมหานครแล้ว'],
    ['ru', 'мост', 'Они все мои'],
  ])('%s', (_, question, text) => expect(found(question, text)).toEqual([]))
})
