/**
 * In which language a text is.
 *
 * By its script; where many languages share one, by the little words that no text of a language
 * does without. Where that leaves a doubt the answer is `und`: a wrong stem is worse than none,
 * since the words as written are there anyway.
 */

import {fold} from './fold.js'
import {FUNCTION_WORDS} from './function-words.js'
import {scan} from './scan.js'
import {wordsIn} from './stop-words.js'
import type {Language} from './term.js'

/** Undetermined. */
export const UNKNOWN: Language = 'und'

/** In UTF-16 units: what is beyond is not read, since it says nothing new. */
export const READ = 600
/** Of words in a script that languages share. */
const WORDS_READ = 60

/** Languages that have a script to themselves, as far as a memory goes. */
const scripts: readonly (readonly [RegExp, Language])[] = [
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Myanmar}/u, 'my'],
]

/** Tells the language of `text`, by its beginning; `und` where that is not clear. */
export function languageOf(text: string): Language {
  const letters = new Letters()
  const votes = new Votes()
  scan(text.slice(0, READ), (stretch, raw) => {
    if (stretch === 'word') {
      if (votes.words < WORDS_READ) letters.add(raw.length, votes.of(raw))
    } else if (stretch !== 'picture') letters.addRun(stretch, raw)
  })
  return letters.language() ?? votes.language()
}

/** How much of a text is in which way of writing. */
class Letters {
  /** In a script that languages share. */
  #shared = 0
  #japanese = false
  readonly #counts = new Map<Language, number>()

  /** `language`: of whom the script is; `undefined` of several. */
  add(count: number, language: Language | undefined): void {
    if (language === undefined) this.#shared += count
    else this.#counts.set(language, (this.#counts.get(language) ?? 0) + count)
  }

  addRun(stretch: 'han' | 'hangul' | 'thai', raw: string): void {
    if (stretch === 'hangul') this.add(2 * raw.length, 'ko')
    else if (stretch === 'thai') this.add(raw.length, ownerOf(raw) ?? 'th')
    else {
      this.#japanese ||= /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(raw)
      // A sign says as much as three letters.
      this.add(3 * raw.length, 'zh')
    }
  }

  /** The language whose script most of the text is in; `undefined` where that is a shared one. */
  language(): Language | undefined {
    let most = this.#shared
    let language: Language | undefined
    for (const [candidate, count] of this.#counts) {
      if (most < count) {
        most = count
        language = candidate
      }
    }
    return language === 'zh' && this.#japanese ? 'ja' : language
  }
}

/** The language that has the script of `raw` to itself. */
function ownerOf(raw: string): Language | undefined {
  return scripts.find(([script]) => script.test(raw))?.[1]
}

/**
 * Letters that few languages have: as good as a little word. `hr` and the like have no list and no
 * stemmer.
 */
const hints: readonly (readonly [RegExp, readonly Language[]])[] = [
  [/[\u1ea0-\u1ef9ơưđ]/, ['vi']],
  [/ß/, ['de']],
  [/ñ/, ['es']],
  [/[ãõ]/, ['pt']],
  [/[őű]/, ['hu']],
  [/[ğı]/, ['tr']],
  [/[ăşţșț]/, ['ro']],
  [/[łąśź]/, ['pl']],
  [/[řěů]/, ['cs']],
  [/[ėįų]/, ['lt']],
  [/[øæ]/, ['da', 'no']],
  [/å/, ['da', 'no', 'sv']],
  [/[ыэ]/, ['ru']],
  [/[іїєґ]/, ['uk']],
  [/[ђјљњћџ]/, ['sr']],
]

const languages: readonly Language[] = Object.keys(FUNCTION_WORDS).concat('vi')

/** For each little word the languages that have it, by their places in `languages`. */
let voters: ReadonlyMap<string, readonly number[]> | undefined

function votersOf(): ReadonlyMap<string, readonly number[]> {
  const all = new Map<string, number[]>()
  for (const [language, {stop, own = ''}] of Object.entries(FUNCTION_WORDS)) {
    for (const word of new Set(wordsIn(`${stop} ${own}`))) {
      all.set(word, [...(all.get(word) ?? []), languages.indexOf(language)])
    }
  }
  return all
}

/** The little words of a text, by the languages that have them. */
class Votes {
  words = 0
  readonly #counts = new Uint16Array(languages.length)
  /** Of words that one language alone has. */
  readonly #alone = new Uint16Array(languages.length)

  /** Counts a word. Returns the language that has its script to itself. */
  of(raw: string): Language | undefined {
    voters ??= votersOf()
    if (/^[a-z]*$/i.test(raw)) {
      this.words++
      this.#vote(voters.get(raw.toLowerCase()))
      return undefined
    }
    if (/^\d/.test(raw)) return undefined
    this.words++
    this.#vote(voters.get(fold(raw.replace(/(?<=.)['\u2019].*$/s, ''))))
    this.#voteByLetters(raw)
    return /^[\x00-\u024f]*$/.test(raw) ? undefined : ownerOf(raw)
  }

  #voteByLetters(raw: string): void {
    if (/^[\x00-\x7f]*$/.test(raw)) return
    const small = raw.normalize('NFC').toLowerCase()
    for (const [letters, owners] of hints) {
      if (letters.test(small)) this.#vote(owners.map((owner) => languages.indexOf(owner)))
    }
  }

  #vote(places: readonly number[] | undefined): void {
    if (places === undefined) return
    for (const place of places) this.#counts[place]! += 1
    if (places.length === 1) this.#alone[places[0]!]! += 1
  }

  /** The language with most votes, where it is clear enough. */
  language(): Language {
    const first = this.#most(-1)
    const second = this.#most(first)
    const votes = this.#counts[first]!
    const others = this.#counts[second]!
    // Of neighbours most words are shared, and what only one of them has decides.
    const isApart = this.#alone[first] !== 0 && this.#alone[second] === 0
    const isClear = others < votes && (isApart || 1.15 * others <= votes)
    const isFrequent = this.words <= 12 * votes
    const isEnough = 2 <= votes || (this.#alone[first] !== 0 && 3 <= this.words)
    return isClear && isFrequent && isEnough ? languages[first]! : UNKNOWN
  }

  /** The place of the first language with most votes, leaving out one. */
  #most(out: number): number {
    let most = out === 0 ? 1 : 0
    for (let place = most + 1; place < languages.length; place++) {
      if (place !== out && this.#counts[most]! < this.#counts[place]!) most = place
    }
    return most
  }
}
