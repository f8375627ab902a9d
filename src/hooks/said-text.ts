/**
 * What a person or the model said, without what harnesses and hooks put among it.
 *
 * What a hook of ours put before the model is not to come back as something said: kept, it would be found,
 * put before the model again, and kept again.
 */

/** Whole lines from a tag of a harness to its end. A tag in the middle of a sentence is somebody's. */
const putIn =
  /^[ \t]*<(system-reminder|ide_[a-z_]+|hook_context|timestamp)\b[^>]*>[\s\S]*?<\/\1>[ \t]*$\n?/gm
const ourFrame = /^<memory>\nRecorded memory follows: [\s\S]*?^<\/memory>$\n?/gm

/** How a text begins that a harness wrote in somebody's name. */
const inTheirName = new RegExp(
  `^\\s*(?:${[
    '<(?:command-[a-z]+|local-command-[a-z]+|bash-[a-z]+|task-notification)>',
    '<(?:user-prompt-submit-hook|session-start-hook|environment_context|user_instructions|turn_aborted)>',
    '\\[Request interrupted by user',
    // What `begin.ts` says.
    'mdbrain: (?:there is a brain here that is not|the memory loaded when this session|memory could not be loaded)',
  ].join('|')})`,
)

/** What was said in `text`; `undefined` where nobody said it. */
export function saidIn(text: string): string | undefined {
  if (inTheirName.test(text)) return undefined
  const left = text.replace(putIn, '').replace(ourFrame, '')
  // Where something was taken out, what stood around it is nobody's either.
  const said = left === text ? text : left.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '')
  return said.trim() === '' ? undefined : said
}
