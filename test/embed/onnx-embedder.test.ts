/** A sentence transformer in a folder, its network made up: what it is fed, and what becomes of what it gives. */

import {mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {describe, expect, onTestFinished, test} from 'vitest'
import {type OnnxModel, openOnnxEmbedder} from '../../src/embed/onnx-embedder.js'
import {type OpenNetwork, openNetwork} from '../../src/embed/onnx-runtime.js'
import {BrainError} from '../../src/ground/brain-error.js'

const TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'light', '##house', 'rock', 'the', '.']

const FILES: Readonly<Record<string, unknown>> = {
  'model.onnx': 'a network',
  'config.json': {hidden_size: 2, max_position_embeddings: 8},
  'tokenizer.json': {
    normalizer: {type: 'BertNormalizer', lowercase: true, strip_accents: null},
    model: {type: 'WordPiece', vocab: Object.fromEntries(TOKENS.map((token, at) => [token, at]))},
  },
}

function folder(files: Readonly<Record<string, unknown>> = FILES): string {
  const place = mkdtempSync(path.join(os.tmpdir(), 'onnx-'))
  onTestFinished(() => rmSync(place, {recursive: true, force: true}))
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue
    mkdirSync(path.dirname(path.join(place, name)), {recursive: true})
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    writeFileSync(path.join(place, name), text)
  }
  return place
}

function modelIn(place: string, more: Partial<OnnxModel> = {}): OnnxModel {
  return {folder: place, prefixes: {passage: '', question: ''}, threads: 1, ...more}
}

/** A network that gives each token its number and 10; it remembers what it was fed. */
function network(inputs = ['input_ids', 'attention_mask', 'token_type_ids']) {
  const opened: [file: string, threads: number][] = []
  const fed: Readonly<Record<string, readonly number[]>>[] = []
  const open: OpenNetwork = async (file, threads) => {
    opened.push([path.basename(file), threads])
    return {
      inputs,
      run: async (rows) => {
        fed.push(rows)
        const data = rows.input_ids!.flatMap((row) => [row, 10])
        return {last_hidden_state: {data, dims: [1, rows.input_ids!.length, 2]}}
      },
    }
  }
  return {open, opened, fed}
}

async function stopOf(work: unknown): Promise<BrainError> {
  const error = await Promise.resolve(work).then(
    () => undefined,
    (reason) => reason,
  )
  if (!(error instanceof BrainError)) throw new Error(`no BrainError: ${error}`)
  return error
}

test('a text is parted into tokens, and its vector is the mean of theirs', async () => {
  const {open, opened, fed} = network()
  const embedder = await openOnnxEmbedder(modelIn(folder()), folder({}), open)
  expect(opened).toEqual([])
  expect(embedder).toMatchObject({dimensions: 2, slow: true})
  const [lighthouse, unknown, none] = await embedder.embed(
    ['The Lighthouse.', 'zzz', ' '],
    'passage',
  )
  expect(opened).toEqual([['model.onnx', 1]])
  expect(fed).toEqual([
    {
      input_ids: [2, 7, 4, 5, 8, 3],
      attention_mask: [1, 1, 1, 1, 1, 1],
      token_type_ids: [0, 0, 0, 0, 0, 0],
    },
    {input_ids: [2, 1, 3], attention_mask: [1, 1, 1], token_type_ids: [0, 0, 0]},
  ])
  // The numbers add up to 29, the tens to 60.
  expect([...lighthouse!.vector]).toEqual([Math.round((127 * 29) / 60), 127])
  expect(lighthouse!.coverage).toBeCloseTo((3 + 5) / 13)
  expect(unknown!.coverage).toBe(0)
  expect(none).toEqual({vector: new Int8Array(2), coverage: 0})
})

test('a network is fed what it has inputs for', async () => {
  const {open, fed} = network(['input_ids', 'position_ids'])
  const embedder = await openOnnxEmbedder(modelIn(folder()), folder({}), open)
  await embedder.embed(['rock'], 'passage')
  expect(fed).toEqual([{input_ids: [2, 6, 3], position_ids: [0, 1, 2]}])
})

test.each<[what: string, files: object, more: Partial<OnnxModel>, rows: number]>([
  ['as the model has room for', {}, {}, 8],
  ['as it was made for', {'sentence_bert_config.json': {max_seq_length: 5}}, {}, 5],
  ['as was said', {}, {maxTokens: 4}, 4],
  ['not more than it has room for', {}, {maxTokens: 400}, 8],
])('a longer text is cut: %s', async (_, files, more, rows) => {
  const {open, fed} = network()
  const model = modelIn(folder({...FILES, ...files}), more)
  const embedder = await openOnnxEmbedder(model, folder({}), open)
  await embedder.embed([`${'the '.repeat(30)}lighthouse`], 'passage')
  expect(fed[0]!.input_ids).toHaveLength(rows)
  expect(fed[0]!.input_ids!.at(-1)).toBe(3)
})

test('what a model wants to read before a text is put there', async () => {
  const {open, fed} = network()
  const prefixes = {passage: 'rock ', question: 'the '}
  const embedder = await openOnnxEmbedder(modelIn(folder(), {prefixes}), folder({}), open)
  await embedder.embed(['light'], 'passage')
  await embedder.embed(['light'], 'question')
  expect(fed.map(({input_ids}) => input_ids)).toEqual([
    [2, 6, 4, 3],
    [2, 7, 4, 3],
  ])
})

test('a model that was made so has the vector of its first token', async () => {
  const pooling = {pooling_mode_cls_token: true, pooling_mode_mean_tokens: false}
  const files = {...FILES, '1_Pooling/config.json': pooling}
  const embedder = await openOnnxEmbedder(modelIn(folder(files)), folder({}), network().open)
  const [found] = await embedder.embed(['rock'], 'passage')
  expect([...found!.vector]).toEqual([Math.round((127 * 2) / 10), 127])
})

test('a vocabulary may be a text, and the network in a folder', async () => {
  const {open, opened, fed} = network()
  const files = {
    ...FILES,
    'tokenizer.json': undefined,
    'vocab.txt': `${TOKENS.join('\r\n')}\r\n`,
    'model.onnx': undefined,
    'onnx/model_int8.onnx': 'a network',
    'onnx/model.onnx': 'a network',
  }
  const embedder = await openOnnxEmbedder(modelIn(folder(files)), folder({}), open)
  await embedder.embed(['The Lighthouse.'], 'passage')
  expect(opened).toEqual([['model.onnx', 1]])
  expect(fed[0]!.input_ids).toEqual([2, 7, 4, 5, 8, 3])
})

test('the first components are kept where so many are wanted', async () => {
  const model = modelIn(folder(), {dimensions: 1})
  const embedder = await openOnnxEmbedder(model, folder({}), network().open)
  expect(embedder.dimensions).toBe(1)
  expect([...(await embedder.embed(['rock'], 'passage'))[0]!.vector]).toEqual([127])
})

describe('its name', () => {
  test('is another with another network, vocabulary or prefix, and is remembered', async () => {
    const place = folder()
    const cacheDir = folder({})
    const nameOf = async (more: Partial<OnnxModel> = {}) =>
      (await openOnnxEmbedder(modelIn(place, more), cacheDir, network().open)).fingerprint
    const first = await nameOf()
    expect(await nameOf()).toBe(first)
    expect(await nameOf({prefixes: {passage: 'x', question: ''}})).not.toBe(first)
    writeFileSync(path.join(place, 'model.onnx'), 'b network')
    utimesSync(path.join(place, 'model.onnx'), 1, 1)
    const second = await nameOf()
    expect(second).not.toBe(first)
    writeFileSync(path.join(place, 'vocab.txt'), 'more')
    expect(await nameOf()).not.toBe(second)
  })
})

describe('a folder that is of no use', () => {
  const tokenizer = FILES['tokenizer.json'] as {model: object; normalizer: object}
  test.each<[reason: RegExp, files: object]>([
    [/no `config.json`/, {'config.json': undefined}],
    [/no `config.json`/, {'config.json': '{'}],
    [/no `hidden_size`/, {'config.json': {}}],
    [/no `model.onnx`/, {'model.onnx': undefined}],
    [/no `tokenizer.json` and no `vocab.txt`/, {'tokenizer.json': undefined}],
    [/has no \[CLS\]/, {'tokenizer.json': undefined, 'vocab.txt': '[UNK]\n[SEP]\n'}],
    [
      /parted by Unigram, not by WordPiece/,
      {'tokenizer.json': {...tokenizer, model: {type: 'Unigram', vocab: []}}},
    ],
    [
      /tells upper and lower case apart/,
      {'tokenizer.json': {...tokenizer, normalizer: {type: 'BertNormalizer', lowercase: false}}},
    ],
    [
      /leave some out/,
      {'tokenizer.json': {...tokenizer, model: {vocab: {'[UNK]': 0, '[CLS]': 2, '[SEP]': 3}}}},
    ],
    [
      /makes one vector of many by pooling_mode_max_tokens/,
      {'1_Pooling/config.json': {pooling_mode_max_tokens: true}},
    ],
  ])('%s', async (reason, files) => {
    const place = folder({...FILES, ...files})
    const error = await stopOf(
      openOnnxEmbedder(modelIn(place), folder({}), network().open).then((embedder) =>
        embedder.embed(['rock'], 'passage'),
      ),
    )
    expect(error).toMatchObject({code: 'model-unreadable'})
    expect(error.message).toMatch(reason)
    expect(error.message).toContain(place)
  })

  test('a network that gives something else is told', async () => {
    const open: OpenNetwork = async () => ({
      inputs: ['input_ids'],
      run: async () => ({logits: {data: [1, 2, 3], dims: [1, 3]}}),
    })
    const embedder = await openOnnxEmbedder(modelIn(folder()), folder({}), open)
    expect((await stopOf(embedder.embed(['rock'], 'passage'))).message).toMatch(/not a vector/)
  })
})

test('a network that fails is told', async () => {
  const open: OpenNetwork = async () => ({
    inputs: ['input_ids'],
    run: () => Promise.reject(new Error('no memory\nat 0x0')),
  })
  const embedder = await openOnnxEmbedder(modelIn(folder()), folder({}), open)
  const error = await stopOf(embedder.embed(['rock'], 'passage'))
  expect(error).toMatchObject({code: 'embedder-failed'})
  expect(error.message).toMatch(/fails: no memory$/)
})

test('without the runtime it is said what to install, and tried again when it is asked again', async () => {
  const error = await stopOf(openNetwork(path.join(folder(), 'model.onnx'), 1))
  expect(error).toMatchObject({code: 'embedder-failed'})
  expect(error.hint).toMatch(/npm install -g onnxruntime-node/)

  let times = 0
  const open: OpenNetwork = (file, threads) =>
    times++ === 0 ? openNetwork(file, threads) : network().open(file, threads)
  const embedder = await openOnnxEmbedder(modelIn(folder()), folder({}), open)
  await stopOf(embedder.embed(['rock'], 'passage'))
  expect(await embedder.embed(['rock'], 'passage')).toHaveLength(1)
})

test('whoever stops is not kept waiting', async () => {
  const embedder = await openOnnxEmbedder(modelIn(folder()), folder({}), network().open)
  await expect(
    Promise.resolve(embedder.embed(['rock'], 'passage', AbortSignal.abort())),
  ).rejects.toThrow(/abort/)
})
