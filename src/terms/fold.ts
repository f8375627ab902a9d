/**
 * Makes words equal that a person takes for the same: whatever their case, their accents, and the
 * form in which a file has their letters.
 *
 * Accents go where people leave them out when they type: in Latin, Greek and Cyrillic, and with
 * them the points of Arabic and Hebrew. Signs that make another letter stay: `й` is not `и`, `が`
 * is not `か`.
 */

/**
 * Letters without an accent that Unicode knows of, by what is typed where a keyboard lacks them.
 */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ё: 'е',
  ѐ: 'е',
  ѝ: 'и',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

const latinOrGreek = /[\p{Script=Latin}\p{Script=Greek}]\p{M}+/gu
/**
 * Stress, the vowels of Arabic and Hebrew, what is drawn over figures. What is part of a letter
 * has been made one with it.
 */
const pointed = /(?<=[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}])\p{M}+/gu
/** The stretching of Arabic letters; frames around anything; marks that stand on nothing. */
const droppable = /\u0640\p{M}*|\p{Me}|^\p{M}+/gu
const unseen = /\p{Default_Ignorable_Code_Point}/gu
/** Normalizing parts the Thai and the Lao AM, with which dictionaries write words. */
const am = /\u0e4d\u0e32|\u0ecd\u0eb2/g

/**
 * More marks on one letter are noise, and putting them in order takes the square of their number.
 */
const tooManyMarks = /(\p{M}{16})\p{M}+/gu

/** A text with each character in its plain form (NFKC), and nothing in it that is not seen. */
export function normal(text: string): string {
  const bounded = text.length < 64 ? text : text.replace(tooManyMarks, '$1')
  return bounded
    .replace(unseen, '')
    .normalize('NFKC')
    .replace(am, (pair) => (pair[0] === '\u0e4d' ? '\u0e33' : '\u0eb3'))
}

/** Lower case, accents kept: what a stemmer is given. `word` is normal. */
export function lowered(word: string): string {
  return word.toLowerCase().replace(/i\u0307/g, 'i')
}

/** A word as it is indexed. Folding it again changes nothing. */
export function fold(word: string): string {
  return /^[\x00-\x7f]*$/.test(word) ? word.toLowerCase() : withoutAccents(lowered(normal(word)))
}

/** Takes the accents off a word that is `lowered` and `normal`. */
export function withoutAccents(word: string): string {
  const bare = word
    .normalize('NFC')
    .replace(pointed, '')
    .normalize('NFD')
    .replace(latinOrGreek, (letter) => letter.replace(/\p{M}/gu, ''))
    .normalize('NFC')
    .replace(droppable, '')
    .replace(special, (letter) => plain[letter]!)
  return normal(bare)
}
