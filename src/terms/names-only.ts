/** Tells a question that names what it looks for from one that means something. */

import {isIdentifierToken} from './identifiers.js'
import {quotesIn} from './quotes.js'

/** What is beyond is not looked at, in UTF-16 units. */
const LONGEST = 8192

/**
 * Whether `text` has nothing but quoted phrases, identifiers and paths: whoever types these wants them and
 * nothing that is like them. True as well where it has no letter or figure at all.
 */
export function namesOnly(text: string): boolean {
  let rest = text.slice(0, LONGEST)
  for (const quote of quotesIn(rest)) rest = rest.replace(quote, () => ' ')
  const tokens = rest.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token))
  return tokens.every(isIdentifierToken)
}
