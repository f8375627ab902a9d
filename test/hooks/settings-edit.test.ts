import fc from 'fast-check'
import {parse} from 'jsonc-parser'
import {describe, expect, test} from 'vitest'
import {
  addHooks,
  freshSettings,
  type HookEntry,
  hasHook,
  hooksAreOff,
  removeHooks,
} from '../../src/hooks/settings-edit.js'

const ours = {hooks: [{type: 'command', command: 'brain hook run claude-code'}]}
const entry = {event: 'SessionStart', command: 'brain hook run claude-code', value: ours}
/** Of every kind that there is: in a group or alone, twice under one event, with and without more to it. */
const many: readonly HookEntry[] = [
  entry,
  {
    event: 'Stop',
    command: 'brain hook run claude-code keep',
    value: {hooks: [{type: 'command', command: 'brain hook run claude-code keep', timeout: 10}]},
  },
  {
    event: 'stop',
    command: 'brain hook run cursor keep',
    value: {command: 'brain hook run cursor keep', timeout: 10},
  },
  {
    event: 'agentStop',
    command: 'brain hook run copilot keep',
    value: {type: 'command', bash: 'brain hook run copilot keep', timeoutSec: 10},
  },
  {
    event: 'Stop',
    command: 'brain hook run claude-code again',
    value: {command: 'brain hook run claude-code again'},
  },
]

function install(text: string, entries: readonly HookEntry[] = [entry]): string {
  const edited = addHooks(text, entries)
  if (!edited.ok) throw new Error(edited.why)
  return edited.text
}

function uninstall(text: string, entries: readonly HookEntry[] = [entry]): string {
  const edited = removeHooks(text, entries)
  if (!edited.ok) throw new Error(edited.why)
  return edited.text
}

function meaningOf(text: string): unknown {
  const errors: never[] = []
  const value: unknown = parse(text, errors, {allowTrailingComma: true})
  expect(errors).toEqual([])
  return value
}

describe('installing', () => {
  test('writes a file that a person would write', () => {
    expect(freshSettings([entry])).toMatchInlineSnapshot(`
      "{
        "hooks": {
          "SessionStart": [
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "brain hook run claude-code"
                }
              ]
            }
          ]
        }
      }
      "
    `)
  })

  test('stands in line with what is there', () => {
    const text =
      '{\r\n\t"permissions": {"allow": []}, // mine\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}\r\n'
    expect(install(text).replaceAll('\r\n', '\n')).toMatchInlineSnapshot(`
      "{
      	"permissions": {"allow": []}, // mine
      	"hooks": {
      		"Stop": [],
      		"SessionStart": [
      			{
      				"hooks": [
      					{
      						"type": "command",
      						"command": "brain hook run claude-code"
      					}
      				]
      			}
      		]
      	}
      }
      "
    `)
    expect(install(text)).not.toMatch(/[^\r]\n/)
  })

  test('keeps what other hooks there are', () => {
    const other = {matcher: 'startup', hooks: [{type: 'command', command: 'echo hello'}]}
    const text = JSON.stringify({hooks: {SessionStart: [other], Stop: [other]}}, null, 4)
    expect(meaningOf(install(text))).toEqual({
      hooks: {SessionStart: [other, ours], Stop: [other]},
    })
  })

  test('a second time changes nothing', () => {
    const once = install('{"a": 1}')
    expect(addHooks(once, [entry])).toEqual({ok: true, text: once, changed: false})
  })

  test.each([
    'brain hook run claude-code',
    '  brain   hook run claude-code ',
    '/usr/local/bin/brain hook run claude-code',
    'npx --no-install brain hook run claude-code',
  ])('knows `%s` for ours', (command) => {
    const text = JSON.stringify({hooks: {SessionStart: [{hooks: [{type: 'command', command}]}]}})
    expect(hasHook(text, entry)).toBe(true)
    expect(install(text)).toBe(text)
  })
})

describe('what cannot be edited is refused, with its line', () => {
  const check = (text: string, why: string, line?: number) => {
    for (const edited of [addHooks(text, [entry]), removeHooks(text, [entry])]) {
      expect(edited).toEqual({ok: false, why, ...(line === undefined ? {} : {line})})
    }
  }
  test('not JSON', () => check('{\n  "a": \n}', 'it is not JSON: value expected', 3))
  test('empty', () => check('', 'it is not JSON: value expected', 1))
  test('a list', () => check('[]', 'it does not hold a JSON object'))
  test('hooks twice', () => check('{"hooks": {}, "hooks": {}}', 'it has `hooks` twice'))
  test('hooks not an object', () => check('{"hooks": []}', '`hooks` is not an object', 1))
  test('an event twice', () =>
    check('{"hooks": {"SessionStart": [], "SessionStart": []}}', 'it has `SessionStart` twice', 1))
  test('an event that is no list', () =>
    check('{"hooks":\n {"SessionStart": {}}}', '`hooks.SessionStart` is not a list', 2))
  test('nested beyond reason', () => {
    const text = `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    check(text, 'its brackets are nested too deeply')
  })
})

test('says whether hooks are switched off', () => {
  expect(hooksAreOff('{"disableAllHooks": true}')).toBe(true)
  expect(hooksAreOff('{"disableAllHooks": false}')).toBe(false)
  expect(hooksAreOff('nonsense')).toBe(false)
})

describe('uninstalling', () => {
  test.each([
    '{}',
    '{}\n',
    '{ }',
    '{\n}\n',
    '{\r\n\r\n}',
    '{ // nothing yet\n}',
    '{"a":1}',
    '{"a":1,}',
    '{"hooks":{}}',
    '{"hooks":{"SessionStart":[]}}',
    '{"hooks":{"SessionStart":[\n\n]}}',
    '{"hooks":{"SessionStart":[{"hooks":[]}]}}',
    '{\n  "hooks": {\n    "Stop": [] // last\n  },\n}',
    '// a comment first\n{\n\t"a": [1, 2]\n}',
  ])('gives %j back byte for byte', (text) => {
    expect(uninstall(install(text))).toBe(text)
    expect(uninstall(install(text, many), many)).toBe(text)
    // An older program put in the first only, and this one the others.
    expect(uninstall(install(install(text), many), many)).toBe(text)
  })

  test('leaves what was added since', () => {
    const later = install('{}').replace('"hooks": {', '"model": "opus",\n  "hooks": {')
    expect(meaningOf(uninstall(later))).toEqual({model: 'opus'})
  })

  test('leaves a hook that was put beside ours', () => {
    const beside = {type: 'command', command: 'date'}
    const text = JSON.stringify({hooks: {SessionStart: [{hooks: [ours.hooks[0], beside]}]}})
    expect(meaningOf(uninstall(text))).toEqual({hooks: {SessionStart: [{hooks: [beside]}]}})
  })

  test('takes out every copy', () => {
    const text = JSON.stringify({hooks: {SessionStart: [ours, {hooks: []}, ours]}, a: 1})
    expect(meaningOf(uninstall(text))).toEqual({hooks: {SessionStart: [{hooks: []}]}, a: 1})
  })

  test('stays valid where somebody put comments into ours', () => {
    const text = install('{"a": 1}').replace('{\n        "hooks"', '{ // keep?\n        "hooks"')
    expect(meaningOf(uninstall(text))).toEqual({a: 1})
  })

  test('where it is not installed nothing changes', () => {
    const text =
      '{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "date"}]}]}}'
    expect(removeHooks(text, [entry])).toEqual({ok: true, text, changed: false})
  })
})

/** JSON with comments, as people and programs write it. */
const settings = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('a', 'permissions', 'env', 'mcp "x"', '€'),
      fc.jsonValue({maxDepth: 2}),
      {maxKeys: 3},
    ),
    fc.option(
      fc.dictionary(
        fc.constantFrom('SessionStart', 'Stop'),
        fc.array(
          fc.record({
            hooks: fc.array(fc.record({type: fc.constant('command'), command: fc.string()})),
          }),
          {maxLength: 2},
        ),
      ),
      {nil: undefined},
    ),
    fc.constantFrom(undefined, 1, 2, 4, '\t'),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\n', '\n\n', ' '),
    fc.constantFrom('', '// c\n', '\n', '/* c */ '),
    fc.infiniteStream(fc.constantFrom('', '', '', ' ', '\n', '  \n', '/* x */')),
  )
  .map(([others, hooks, indent, eol, end, start, spaces]) => {
    const value = hooks === undefined ? others : {...others, hooks}
    const text = JSON.stringify(value, null, indent)
    // Space and comments within empty lists and objects, which is where it is hardest.
    const spaced = text.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}/g, (found) =>
      found.startsWith('"') ? found : found[0] + spaces.next().value + found[1],
    )
    return (start + spaced + end).replaceAll('\n', eol)
  })

test('law: installing and uninstalling gives the same bytes', () => {
  fc.assert(
    fc.property(settings, fc.subarray([...many], {minLength: 1}), (text, entries) => {
      const installed = install(text, entries)
      expect(entries.every((each) => hasHook(installed, each))).toBe(true)
      expect(uninstall(installed, entries)).toBe(text)
      expect(uninstall(installed, many)).toBe(text)
      expect(uninstall(install(installed, many), many)).toBe(text)
    }),
    {numRuns: 500},
  )
})

test('law: installing changes nothing else of what the file says', () => {
  fc.assert(
    fc.property(settings, (text) => {
      const before = meaningOf(text) as {hooks?: {SessionStart?: unknown[]}}
      const after = meaningOf(install(text))
      expect(after).toEqual({
        ...before,
        hooks: {...before.hooks, SessionStart: [...(before.hooks?.SessionStart ?? []), ours]},
      })
    }),
  )
})
