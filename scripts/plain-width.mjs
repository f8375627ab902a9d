/**
 * Stands in for `string-width` in the bundle: yargs loads it at its start, for a layout of help that
 * `src/cli/help.ts` makes itself.
 *
 * The original makes a segmenter and the expression of all emoji when it is loaded, which takes as
 * long as starting Node does by half. One column a letter is right for our option names.
 */

export default function plainWidth(text) {
  return [...String(text)].length
}
