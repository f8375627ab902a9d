/** The examples of docs/library.md, run as a stranger would run them. */

import {spawnSync} from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import {expect, test} from 'vitest'
import {Sandbox} from '../support/sandbox.js'

const repository = path.resolve(import.meta.dirname, '../..')
const page = fs.readFileSync(path.join(repository, 'docs/library.md'), 'utf8')
const examples = [...page.matchAll(/^## (.+)$[\s\S]*?^```js\n([\s\S]*?)^```$/gm)].map(
  ([, title, code]) => ({title: title!, code: code!}),
)

test('every section has an example, which runs after those before it', () => {
  const box = new Sandbox()
  fs.mkdirSync(path.join(box.root, 'node_modules'))
  fs.symlinkSync(repository, path.join(box.root, 'node_modules/mdbrain'), 'dir')
  expect(examples.map(({title}) => title)).toHaveLength(page.match(/^## /gm)!.length)
  const printed = new Map<string, string>()
  for (const [at, {title, code}] of examples.entries()) {
    const file = path.join(box.root, `example-${at}.mjs`)
    fs.writeFileSync(file, code)
    const env = {...box.environment(), MDBRAIN_NOW: ''}
    const {status, stdout, stderr} = spawnSync(process.execPath, [file], {
      cwd: box.root,
      env,
      encoding: 'utf8',
    })
    expect([title, status, stderr]).toEqual([title, 0, ''])
    printed.set(title, stdout)
  }
  const written = printed.get('Write, and know what is true')!
  expect(written).toMatch(
    /^drawers\/atlas\/api\/\S+ committed\n\[ 'drawers\/atlas\/api\/\S+' \]\n$/,
  )
  const found = printed.get('Boot, search, read')!
  expect(found).toMatch(/^true \d+ \d+\n/)
  expect(found).toMatch(/superseded/)
  expect(printed.get("An agent's every turn")).toMatch(/false\n$/)
  expect(printed.get('A model of your own')).toContain('semantic drawers/harbour/')
  expect(printed.get('What goes wrong')).toMatch(/^unknown-name /)
})
