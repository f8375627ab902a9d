/** The line scanner finds the headings and the code that remark finds. */

import {readdirSync, readFileSync} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {UTC} from '../../src/ground/day.js'
import {notePath} from '../../src/ground/note-path.js'
import {decode} from '../../src/note/decode.js'
import {parse} from '../../src/note/parse.js'
import type {Piece} from '../../src/note/piece.js'
import {scan} from '../../src/note/scan.js'
import {outlineOf, scannedOutline} from './outline.js'

function check(text: string): void {
  expect(scannedOutline(text)).toEqual(outlineOf(text))
}

describe('what a line may look like, and is not', () => {
  test.each([
    ['seven signs, no blank, a tab', '####### a\n#b\n#\tc\n'],
    ['closing signs', '# a #\n## b ##c\n### # ###\n#### d \\####\n# #\n'],
    ['no-break spaces are words', '# \u00a0a\u00a0#\n#\u00a0b\n'],
    ['empty headings', '#\n##\t\n###   ###\n'],
    ['underlines of several lines', 'a\nb\n  c\n===\nd\n---\n\n---\ne\n=== =\n'],
    ['an underline needs a paragraph', '# a\n===\n- b\n---\n> c\n===\n'],
    ['an underline below a quote is none', '> a\n===\n> b\n---\n'],
    ['definitions are no heading', '[a]: b\n===\n\n[c]: d\ne\n===\n\n[f]: g h\n---\n'],
    ['definitions over several lines', "[a\nb]:\n/url\n'title\nmore'\nx\n---\n"],
    ['a definition whose title goes on', '[a]: b "c\n===\nd"\ne\n---\n'],
    [
      'definitions in angles and brackets',
      '[a]: <b c>\nd\n===\n\n[a]: b(c)d\ne\n---\n\n[a]: b(c\nf\n---\n',
    ],
    ['what looks like a definition', '[]: a\nb\n===\n\n[ ]: a\nb\n===\n\n[[a]]: b\nc\n===\n'],
    ['fences', '``` a`b\n# c\n```\n\n~~~ a`b\n# d\n~~~~\n\n````\n```\n# e\n`````\n# f\n'],
    ['indented fences', '   ```\n   # a\n    ```\n  # b\n   ```\n\n    ```\n    # c\n# d\n'],
    ['unclosed fences end with what they stand in', '> ```\n> # a\n# b\n\n- ```\n  # c\n# d\n'],
    ['fences in items', '- a\n  ```\n  # b\n\n  # c\n  ```\n  # d\n1. ~~~\n# e\n'],
    ['fences in quotes in items', '- > ```\n  > # a\n  > ```\n  # b\n> - ```\n>   # c\n>   ```\n'],
    ['fences with blank lines in quotes', '> ```\n>\n> a\n>\n> ```\n>\n> b\n'],
    ['lazy lines', '> a\n# b\n> c\nd\n> e\n    # f\n- g\n# h\n'],
    ['lists that end', '- a\n\nb\n- c\n\n\n  # d\n-\n\n  # e\n-\n  # f\n'],
    ['numbers under a paragraph', 'a\n2. # b\n1. # c\n1) # d\n10. # e\n'],
    ['a marker far from its text', '-     # a\n-\t# b\n-\t\t# c\n10)    # d\n1234567890. # e\n'],
    ['as far as it may be', '-    # a\n\n     # b\n\n    # c\n'],
    ['tabs', '>\t# a\n>\t\t# b\n-\ta\n\n\t# c\n\n\t\t# d\n'],
    ['indented code', '    # a\n\n    # b\n# c\nd\n    # e\n'],
    ['code right under a quote', '> # a\n    b\n2) ```\n'],
    [
      'html of each kind',
      '<pre>\n\n# a\n</pre>\n# b\n<?x\n\n# c\n?>\n# d\n<!A\n# e\n>\n# f\n<![CDATA[\n\n# g\n]]>\n# h\n',
    ],
    ['comments', '<!-->\n# a\n<!--->\n# b\n<!-- c -->\n# d\n<!--\n\n# e\n--> f\n# g\n'],
    [
      'html that a blank line ends',
      '<div>\n# a\n\n# b\n</div>\n# c\n\n<details><summary>\n# d\n\n# e\n',
    ],
    [
      'lone tags',
      '<b>\n# a\n\n<b c="d" e=\'f\' g=h i>\n# j\n\n<b c>d\n# e\n\nf\n<b>\n# g\n\n</b >\n# h\n',
    ],
    ['a lone tag below a quote', '> a\n</b>\nc\n# d\n\n- e\n<b>\n\n# f\n'],
    ['autolinks are no html', '<https://a.b>\n# c\n<a@b.c>\n# d\n'],
    ['tables', 'a | b\n--|--\n# c\n\na | b\n--|--|--\n===\n\n| a |\n|---|\n===\n\n|a|\n:-\n---\n'],
    ['a table under a paragraph', 'a\n| b | c |\n|---|:-:|\n===\n# d\n'],
    ['empty cells', '| | a |\n|---|---|\n===\n\n||\n|-|\n===\n\n|\n|-|\n===\n'],
    ['a head that stands too far in', 'a\n    b | c\n--|--\n===\n'],
    ['a table that a tag begins', 'a\n<b>\n:-\n# c\n'],
    [
      'footnotes',
      '[^1]: a\n    # b\n\n    ```\n    # c\n    ```\n\n# d\n[^2]:\n    # e\n[^3]: [^4]: # f\n',
    ],
    ['what looks like a footnote', '[^a b]: c\nd\n===\n\n[^]: e\nf\n===\n'],
    ['CRLF', '# a\r\n\r\n```\r\n# b\r\n```\r\nc\r\n===\r\n> d\r\n# e\r\n'],
    ['CR alone', '# a\r\r```\r# b\r```\rc\r===\r\n# d\n'],
    ['two byte order marks', '\uFEFF# a\n\n\uFEFF# b\n'],
    ['wikilinks', '[[a]]\n===\n\n[[b]]: c\n---\n'],
    ['callouts', '> [!note]- # a\n> ## b\n> ```js\n> # c\n> ```\nd\n'],
    ['comments of Obsidian are text', '%%\n# a\n%%\n'],
    ['breaks', '- - -\n# a\n* * *\n===\n_ _ _ a\n===\n- -\n  # b\n'],
    ['nothing', ''],
  ])('%s', (_, text) => check(text))
})

/** Snippets that mean something, so that their combinations do too. */
const snippet = fc.constantFrom(
  ...['# h', '## h ##', '#', '####### x', 'a', 'b | c', '| x | y |', '|---|---|', '--|--', ':-'],
  ...['---', '- - -', '***', '===', '=', '-', '- ', '* ', '+ x', '1. ', '2) y', '10. z', '> ', '>'],
  ...['>> q', '    ', '  ', '\t', ' ', '```', '```js', '~~~', '~~~~', '``` `', '<div>', '</div>'],
  ...[
    '<b>',
    '<b a="1">',
    '</b>',
    '<!-- c',
    '-->',
    '<!-- c -->',
    '<pre>',
    '</pre>',
    '<?x',
    '?>',
    '<!A',
  ],
  ...[
    '[a]: b',
    '[a]:',
    '/url',
    '"t"',
    '"t',
    "'t' x",
    '[^1]: n',
    '[^1]:',
    '[^a b]: c',
    '[[w]]',
    '\\',
  ],
  ...['`c`', '|', '\u00a0', 'word', '- [ ] t', '[x](y)', '&amp;', '(', '*e*', '\uFEFF', '😀'],
)
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\n\n', '', '\r\n', '\r')
const markdown = fc
  .array(fc.tuple(snippet, lineEnd), {maxLength: 20})
  .map((parts) => parts.flat().join(''))
const signs = fc
  .array(fc.constantFrom(...'#-=*>| :\t`~<>/!?[]()^"1.)\\a\n\n\n'), {maxLength: 60})
  .map((parts) => parts.join(''))

test('the same headings and the same code as remark, whatever the text', () => {
  fc.assert(fc.property(fc.oneof(markdown, signs), check), {numRuns: 700})
})

test('every piece stands in the text, after the one before, and within what holds it', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const visit = (pieces: readonly Piece[], start: number, end: number) => {
        let last = start
        for (const piece of pieces) {
          const {start: at, end: until} = piece
          if (at < last || until <= at || end < until)
            throw new Error(`${last} ${at} ${until} ${end}`)
          visit(piece.children, piece.start, piece.end)
          last = piece.end
        }
      }
      visit(scan(text, 0), 0, text.length)
    }),
    {numRuns: 1000},
  )
})

describe('nothing takes long', () => {
  test.each([
    ['a line of a megabyte', 'word '.repeat(200_000), 1],
    ['100,000 headings', '# h\n'.repeat(100_000), 100_000],
    ['50,000 items on a line', `${'- '.repeat(50_000)}x`, 1],
    ['stars that make no break', `${'* '.repeat(500_000)}x`, 1],
    ['50,000 quotes', `${'>'.repeat(50_000)}x`, 1],
    ['blank lines in deep items', `${'- '.repeat(99)}x${'\n'.repeat(1_000_000)}`, 1],
    ['an unclosed fence', `\`\`\`\n${'# a\n'.repeat(200_000)}`, 1],
    ['100,000 unclosed comments', '<!--\n'.repeat(100_000), 1],
    ['carriage returns', 'a\r\r'.repeat(200_000), 200_000],
    ['definitions', '[a]: b\n'.repeat(100_000), 100_000],
    ['titles that are not closed', '[a]: b\n"'.repeat(100_000), 1],
    ['a tag that does not end', `<a${' b'.repeat(500_000)}`, 1],
    ['pipes', `${'|'.repeat(500_000)}\n${'|-'.repeat(250_000)}`, 1],
    ['footnotes', '[^a]: '.repeat(100_000), 1],
  ])('%s', (_, text, count) => {
    // One stop watch for all of them: the time limit of a test.
    expect(scan(text, 0).length).toBeGreaterThanOrEqual(count)
  })
})

/** Run on a real vault, too, where `MDBRAIN_VAULT` names its folder. */
const vaults = {
  'the example': path.resolve(import.meta.dirname, '../../brain-example'),
  ...(process.env.MDBRAIN_VAULT === undefined ? {} : {'a real vault': process.env.MDBRAIN_VAULT}),
}

test.each(Object.entries(vaults))('on every note of %s', {timeout: 900_000}, (_, vault) => {
  const files = readdirSync(vault, {recursive: true, encoding: 'utf8'})
  const differing: string[] = []
  let found = 0
  for (const file of files.filter((name) => name.endsWith('.md'))) {
    const bytes = readFileSync(path.join(vault, file))
    const {text} = decode(bytes)
    const {note} = parse(notePath(file.replaceAll('\\', '/')), bytes, UTC)
    const wanted = outlineOf(text, note.body.start)
    found += wanted.length
    if (wanted.join('\n') !== scannedOutline(text, note.body.start).join('\n')) differing.push(file)
  }
  expect(differing).toEqual([])
  expect(found).toBeGreaterThan(20)
})
