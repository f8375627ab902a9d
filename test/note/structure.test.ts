import {describe, expect, test} from 'vitest'
import type {Piece} from '../../src/note/piece.js'
import {scan} from '../../src/note/scan.js'
import {readStructure} from '../../src/note/structure.js'

/** `item[paragraph item[paragraph]]`, with the text of the leaves. */
function shown(text: string, pieces: readonly Piece[]): string[] {
  return pieces.map((piece) =>
    piece.kind === 'item'
      ? `item(${shown(text, piece.children).join(' ')})`
      : `${piece.kind}${piece.depth === 0 ? '' : piece.depth}<${piece.kind === 'heading' ? piece.title : text.slice(piece.start, piece.end)}>`,
  )
}

describe('the scanner sees what remark sees', () => {
  test.each([
    ['headings', '# A #\n\n## B ##\n####### no\n#no\n'],
    ['setext headings', 'A\n===\n\nB\nC\n---\n\n---\n'],
    ['fences', '```js\n# no\n``\n```\n\n~~~\n```\n~~~\n'],
    ['an unclosed fence', '```\n- a\n\nb\n'],
    ['a fence in an item', '- a\n\n  ```\n  - b\n  ```\n- c\n'],
    ['a fence that its item ends', '- a\n  ```\n  b\nc\n'],
    ['indented code', 'a\n\n    code\n\n    more\nb\n'],
    ['lists', '- a\n  - b\n    - c\n  - d\n- e\n\n1. f\n2) g\n'],
    ['loose items', '- a\n\n  more\n\n- b\n'],
    ['lazy lines', '- a\nlazy\n\nnot lazy\n'],
    ['numbers in prose', 'It was\n2024. A year.\n'],
    ['breaks', 'a\n***\nb\n\n- - -\n'],
    ['quotes', '> a\n> b\nlazy\n\nc\n'],
    ['comments', '<!-- a\n\n- b\n-->\n\nc\n'],
    ['tables', 'a\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\nb\n'],
    ['html', '<div>\n# no\n</div>\n\n<span>a</span> b\n'],
    ['definitions', '[a]: b\n[c]: d "e"\n\nf\n'],
    ['tabs', '-\ta\n\n\tb\n-\tc\n'],
    ['an empty item', '-\n- a\n'],
    ['nothing', ''],
    ['CRLF', '# A\r\n\r\n- a\r\n  b\r\n- c\r\n'],
  ])('%s', (_, text) => {
    expect(shown(text, scan(text, 0))).toEqual(shown(text, readStructure(text, 0).pieces))
  })
})

test('offsets count from the beginning of the text', () => {
  const text = '---\na: 1\n---\n# T\n\n- one\n'
  const from = text.indexOf('# T')
  for (const pieces of [scan(text, from), readStructure(text, from).pieces]) {
    expect(pieces.map(({start, end}) => text.slice(start, end))).toEqual(['# T', '- one'])
  }
})

test('a byte order mark within the body moves nothing', () => {
  const text = '\uFEFF# T\n\n- one\n'
  const item = readStructure(text, 0).pieces.at(-1)!
  expect(text.slice(item.start, item.end)).toBe('- one')
})
