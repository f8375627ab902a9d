import {expect, test} from 'vitest'
import {languageOf} from '../../src/terms/language.js'

test.each([
  ['en', 'Fixed the login bug'],
  ['en', 'We decided to move the API to gRPC, because that is what the mobile team asked for.'],
  ['de', 'Wir haben beschlossen, die API auf gRPC umzustellen.'],
  ['de', 'Die Katze liegt auf dem Sofa'],
  ['fr', "L'équipe a décidé de passer à gRPC pour les services"],
  ['es', 'El equipo ha decidido usar gRPC en la API'],
  ['it', 'Abbiamo deciso di usare gRPC per le API'],
  ['pt', 'A equipe decidiu usar gRPC para a API e não REST'],
  ['nl', 'We hebben besloten om de API naar gRPC te verplaatsen'],
  ['sv', 'Vi har beslutat att flytta API:et till gRPC'],
  ['no', 'Vi har bestemt oss for å flytte API-et til gRPC, ikke noe annet'],
  ['da', 'Vi har besluttet at flytte API’et til gRPC, og det er ikke noget nyt'],
  ['fi', 'Päätimme että API siirretään ja se on nyt valmis'],
  ['pl', 'Zdecydowaliśmy, że nie będzie to w REST i jest lepiej'],
  ['cs', 'Rozhodli jsme se, že to bude lepší než REST'],
  ['ro', 'Am decis să folosim gRPC pentru API și nu REST'],
  ['hu', 'Úgy döntöttünk, hogy az API gRPC lesz és nem REST'],
  ['tr', 'API için gRPC kullanmaya karar verdik ve bu daha iyi'],
  ['id', 'Kami memutuskan untuk menggunakan gRPC dan tidak REST'],
  ['vi', 'Chúng tôi quyết định chuyển sang gRPC'],
  ['ru', 'Мы решили перенести API на gRPC'],
  ['uk', 'Ми вирішили перенести це на gRPC, тому що так треба'],
  ['bg', 'Решихме да преместим това на gRPC, защото така трябва'],
  ['sr', 'Одлучили смо да преместимо ово на gRPC'],
  ['el', 'Αποφασίσαμε να μεταφέρουμε το API'],
  ['he', 'החלטנו להשתמש בשירות'],
  ['ar', 'قررنا استخدام gRPC في الخدمة'],
  ['hi', 'हमने gRPC का उपयोग करने का फैसला किया'],
  ['zh', '我们决定使用 gRPC 接口'],
  ['ja', '私たちはgRPCを使うことにしました'],
  ['ko', '우리는 gRPC를 쓰기로 했다'],
  ['th', 'เราตัดสินใจใช้ gRPC'],
  ['lo', 'ພວກເຮົາຕັດສິນໃຈ'],
  ['km', 'យើងសម្រេចចិត្ត'],
  ['my', 'ကျွန်တော်တို့ ဆုံးဖြတ်'],
  ['ta', 'நாங்கள் முடிவு செய்தோம்'],
  ['hy', 'Մենք որոշեցինք'],
])('%s: %s', (language, text) => {
  expect(languageOf(text)).toBe(language)
  expect(languageOf(text.normalize('NFD'))).toBe(language)
})

test.each([
  ['nothing', ''],
  ['a name', 'Le Mans'],
  ['names', 'Anna, Bruno, Chiara'],
  ['figures', '2026-03-01 10:30 42'],
  ['code', 'const x = foo(bar)\nreturn x'],
  ['a language without a list', 'Tumeamua kutumia gRPC kwa sababu ni bora'],
  ['two that are equally there', 'the die the die'],
])('und: %s', (_, text) => expect(languageOf(text)).toBe('und'))

test('the greater part of a mixed text decides', () => {
  expect(languageOf('Die Sitzung war lang. Das Wort "東京" fiel nicht.')).toBe('de')
  expect(languageOf('会議で the API について話しました')).toBe('ja')
})

test('a long text is told by its beginning', () => {
  expect(
    languageOf(`${'Die Katze liegt auf dem Sofa. '.repeat(100)}${'the '.repeat(100_000)}`),
  ).toBe('de')
})
