/** The models that a user's own settings name, through an open brain. */

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {openBrain} from '../src/open.js'
import {embeddings, loopback, sendJson} from './embed/loopback.js'

const NOTES = {
  'a.md': '# A\n\nThe lighthouse stands on the rock.\n',
  'b.md': '# B\n\nThe harbour is deep.\n',
}

/** A user with such settings, and a brain of theirs. */
function machine(config: string, files: Readonly<Record<string, string>> = NOTES) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'models-'))
  onTestFinished(() => fs.rmSync(home, {recursive: true, force: true}))
  const root = path.join(home, 'brain')
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), {recursive: true})
    fs.writeFileSync(path.join(root, name), text)
  }
  fs.mkdirSync(path.join(home, 'config/mdbrain'), {recursive: true})
  fs.writeFileSync(path.join(home, 'config/mdbrain/config.yaml'), config)
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_STATE_HOME: path.join(home, 'state'),
    MODELS_KEY: 'sk-secret',
  }
  const open = async (more: Readonly<Record<string, string>> = {}) => {
    const brain = await openBrain({root, from: home, env: {...env, ...more}})
    onTestFinished(() => brain.close())
    return brain
  }
  return {home, root, open}
}

/** A light in it, or a harbour. */
function seen(text: string): number[] {
  const has = (...words: string[]) => (words.some((word) => text.includes(word)) ? 1 : 0)
  return [has('lighthouse', 'beacon'), has('harbour', 'port'), 0.01]
}

describe('an endpoint', () => {
  test('tells what texts mean, with the key of its variable', async () => {
    const {url, asked} = await loopback(embeddings(seen))
    const {open, home} = machine(
      `meaning: {model: endpoint, url: "${url}", name: small, key_variable: MODELS_KEY}\n`,
    )
    const brain = await open()
    await brain.index()
    const {hits, messages} = await brain.search('where is the beacon?')
    expect(messages).toEqual([])
    expect(hits.map(({path: at, match}) => [at, match])).toEqual([['a.md', 'semantic']])
    expect(new Set(asked.map(({authorization}) => authorization))).toEqual(
      new Set(['Bearer sk-secret']),
    )
    // What is known of a model is in the user's state, and the key nowhere.
    const written = fs.readdirSync(home, {recursive: true, encoding: 'utf8'})
    expect(written.filter((name) => /models\/.*json$/.test(name))).toHaveLength(1)
    for (const name of written) {
      const file = path.join(home, name)
      if (fs.statSync(file).isFile()) expect(fs.readFileSync(file, 'latin1')).not.toContain('sk-')
    }
  })

  test.each([
    ['meaning: {model: endpoint}', /`meaning.url` says nothing/],
    ['meaning: {model: endpoint, url: "http://127.0.0.1:9"}', /`meaning.name` says nothing/],
    ['meaning: {model: onnx}', /`meaning.path` says nothing/],
    ['meaning: {model: onnx, path: ~/nowhere}', /cannot use the model in .*nowhere: there is no/],
    [
      'meaning: {model: endpoint, url: "http://127.0.0.1:9", name: a, key_variable: NO_KEY}',
      /variable NO_KEY is not set, which `meaning.key_variable` names/,
    ],
    ['meaning: {model: endpoint, url: "http://127.0.0.1:9", name: a}', /127.0.0.1:9 cannot be/],
  ])('that cannot be had is told, and words answer: %s', async (config, reason) => {
    const brain = await machine(`${config}\n`).open()
    const {hits, messages} = await brain.search('lighthouse')
    expect(hits.map(({path: at, match}) => [at, match])).toEqual([['a.md', 'keyword']])
    expect(messages).toMatchObject([{rule: 'words-only', severity: 'warning'}])
    expect(messages[0]!.reason).toMatch(reason)
    expect(messages[0]!.hint).toBeTruthy()
  })
})

describe('a reranker', () => {
  const long = {...NOTES, 'c.md': '# C\n\nThe lighthouse, the lighthouse.\n'}

  test('puts hits in order, with the key of its variable', async () => {
    const {url, asked} = await loopback(({body}, response) => {
      const results = body.documents.map((text: string, index: number) => ({
        index,
        relevance_score: text.includes('rock') ? 0.9 : 0.1,
      }))
      sendJson(response, {results})
    })
    const settings = `rerank: {url: "${url}", key_variable: MODELS_KEY}`
    const brain = await machine(`meaning: {model: off}\n${settings}\n`, long).open()
    const {hits, messages} = await brain.search('lighthouse')
    expect(messages).toEqual([])
    expect(hits.map(({path: at, reranked}) => [at, reranked])).toEqual([
      ['a.md', 0.9],
      ['c.md', 0.1],
    ])
    expect(asked).toHaveLength(1)
    expect(asked[0]!.authorization).toBe('Bearer sk-secret')
  })

  test('whose key is not there is told, and hits are as they were', async () => {
    const settings = 'rerank: {url: "http://127.0.0.1:9", key_variable: NO_KEY}\n'
    const brain = await machine(settings, long).open()
    const {hits, messages} = await brain.search('lighthouse')
    expect(hits[0]!.path).toBe('c.md')
    expect(messages).toMatchObject([{rule: 'not-reranked'}])
    expect(messages[0]!.reason).toMatch(/variable NO_KEY is not set, which `rerank.key_variable`/)
  })
})

test('`off` searches words alone, and says nothing of it', async () => {
  const brain = await machine('meaning: {model: off}\n').open()
  const {hits, messages} = await brain.search('a rock beside the ocean')
  expect(hits.map(({match}) => match)).toEqual(['keyword'])
  expect(messages).toEqual([])
})

test('a brain may say that it wants no meaning, and the built-in model is asked otherwise', async () => {
  const question = 'a boulder with a beacon'
  const meant = await machine('').open()
  expect((await meant.search(question)).hits.map(({match}) => match)).toContain('semantic')
  const unmeant = await machine('', {...NOTES, 'brain.yaml': 'search: {meaning: off}\n'}).open()
  expect((await unmeant.search(question)).hits).toEqual([])
})

test('a wrong value is told by whoever asks a model, and the default holds', async () => {
  const brain = await machine('meaning: {model: onx}\n').open()
  const told = {rule: 'invalid-setting', severity: 'error', place: {line: 1}}
  const {hits, messages} = await brain.search('lighthouse')
  expect(hits).not.toEqual([])
  expect(messages).toMatchObject([told])
  expect((await brain.index()).messages).toMatchObject([told])
  const {findings, well} = await brain.doctor()
  expect([findings.map(({what}) => what), well]).toEqual([[messages[0]!.reason], false])
})

test('fault 60: a brain that came by clone loads no model that it names', async () => {
  const {url, asked} = await loopback(embeddings(seen))
  const settings = `{model: endpoint, url: "${url}", name: small}`
  const brain = await machine('', {
    ...NOTES,
    'brain.yaml': `meaning: ${settings}\nsearch:\n  meaning: ${settings}\nrerank: {url: "${url}"}\n`,
    'config.yaml': `meaning: ${settings}\n`,
  }).open()
  await brain.index()
  expect((await brain.search('lighthouse')).hits).not.toEqual([])
  expect(asked).toEqual([])
  const {messages} = await brain.check()
  expect(messages.map(({path: at, place, rule}) => [at, place?.line, rule])).toEqual([
    ['brain.yaml', 1, 'invalid-setting'],
    ['brain.yaml', 3, 'invalid-setting'],
    ['brain.yaml', 4, 'invalid-setting'],
  ])
})
