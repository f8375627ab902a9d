/**
 * What the terms of a text depend on besides the text.
 *
 * An index that was made under another fingerprint has other words in it, and is made anew.
 */

/**
 * Raised whenever the same text would give other terms: also with another version of the stemmers.
 */
export const ANALYSIS_VERSION = 1

/**
 * The version with what Unicode and ICU know on this machine: which signs are letters, what is
 * lower case and plain form, and where Thai has its words.
 */
export const ANALYSIS = `terms-${ANALYSIS_VERSION} unicode-${process.versions.unicode} icu-${process.versions.icu}`
