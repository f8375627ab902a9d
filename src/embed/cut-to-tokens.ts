/**
 * Cuts a text so that a model takes it: most have room for some hundred tokens, and many servers refuse more.
 *
 * Nobody here knows how a stranger's model parts words, so that it is estimated, on the safe side: a letter of
 * most scripts is part of a word, a sign of Chinese or Japanese is a token or two.
 */

/** UTF-16 units that make a token, of a text in Latin letters and of one with many signs of their own. */
const UNITS_OF_WORDS = 3
const UNITS_OF_SIGNS = 0.7

/** Beyond the letters of Europe: from there on a sign is taken to be a token by itself. */
const isSign = /[^\u0000-\u04ff\u1e00-\u20ff]/g

/** The beginning of `text` that has about `most` tokens or fewer; no sign is cut in two. */
export function cutToTokens(text: string, most: number): string {
  const room = Math.ceil(UNITS_OF_WORDS * most)
  const start = text.slice(0, room)
  const signs = start.match(isSign)?.length ?? 0
  const tokens = signs / UNITS_OF_SIGNS + (start.length - signs) / UNITS_OF_WORDS
  const units = tokens <= most ? start.length : Math.floor((start.length * most) / tokens)
  if (text.length <= units) return text
  const isCut = /[\ud800-\udbff]/.test(text[units - 1] ?? '')
  return text.slice(0, isCut ? units - 1 : units)
}
