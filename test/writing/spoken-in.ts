/** Reads back what was said in a session's file, by the rule that `turn-markdown.ts` states and nothing of its code. */

export type Said = ['user' | 'assistant', string]

const NAMES =
  /^\*\*(?:user|assistant|human|ai|system|agent|tool)(?:,[^*]*)?(?:\s*[:：]\*\*|\*\*[ \t]*(?:\([^()]*\)[ \t]*)?[:：])/i
const OTHERS =
  /^(?:`{3}|~{3}|#{1,6}(?:[ \t]|$)|(?:=+|-+)[ \t]*$|<(?:!--|\?|!\[CDATA\[|![a-z]|(?:pre|script|style|textarea)\b)|<{7} |>{7} )/i

/** The turns below the frontmatter of a file that is written by nobody else. */
export function spokenIn(file: string): Said[] {
  const body = file.slice(file.indexOf('\n---\n') + 6)
  const parts = body.slice(0, -1).split(/(?:^|\n\n)(?=\*\*(?:user|assistant):\*\*(?: |\n\n))/)
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [, speaker, text] = /^\*\*(user|assistant):\*\*(?: |\n\n)(.*)$/s.exec(part)!
      return [speaker, text!.replace(/[^\r\n]+/g, readBack)] as Said
    })
}

function readBack(line: string): string {
  const [, indent = '', slashes = '', rest = ''] = /^( {0,3})(\\+)(.*)$/s.exec(line) ?? []
  if (slashes === '') return line
  const isName = indent === '' && NAMES.test(rest.normalize('NFKC'))
  return isName || OTHERS.test(rest) ? `${indent}${slashes.slice(1)}${rest}` : line
}
