/**
 * `npm run bench:mcp`: how long an agent waits for `brain mcp`: from its start to the list of tools, and for each answer.
 *
 * Starts alternate with `node -e 0`, so that what else the machine does meets both alike. Answers are asked of one server, by the
 * protocol's official client, in brains of `generate-brain.mjs`; the first of each finds nothing opened. Options:
 * `--drawers N,N` (60,10000), `--runs N` (15), `--json FILE`.
 */

import {execFileSync, spawn, spawnSync} from 'node:child_process'
import {mkdtempSync, rmSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {parseArgs} from 'node:util'
import {Client} from '@modelcontextprotocol/sdk/client/index.js'
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  cli,
  committingEnvironment,
  percentile,
  printColumns,
  wholeNumber,
  writeJson,
} from './bench/processes.mjs'
import {root, setUp} from './set-up.mjs'

const {values} = parseArgs({
  options: {
    drawers: {type: 'string', default: '60,10000'},
    runs: {type: 'string', default: '15'},
    json: {type: 'string'},
  },
})
const runs = wholeNumber(values, 'runs')

await setUp()
const place = mkdtempSync(path.join(os.tmpdir(), 'mdbrain-mcp-'))
process.on('exit', () => rmSync(place, {recursive: true, force: true}))
const env = committingEnvironment(place)

const found = {}
const rows = [['', 'p50', 'p95', 'first']]
for (const drawers of values.drawers.split(',')) {
  const brain = path.join(place, `brain-${drawers}`)
  execFileSync(process.execPath, [
    path.join(root, 'scripts/generate-brain.mjs'),
    brain,
    drawers,
    '--git',
  ])
  execFileSync(process.execPath, [cli, 'index', '--brain', brain], {env, stdio: 'ignore'})
  execFileSync(process.execPath, [cli, 'trust', '--brain', brain], {env, stdio: 'ignore'})
  found[drawers] = {starts: await starts(brain), answers: await answers(brain)}
  const {bare, listed} = found[drawers].starts
  const ratio = percentile(
    listed.map((ms, at) => ms / bare[at]),
    0.5,
  )
  rows.push([
    `${drawers} drawers: start to tools/list`,
    ...shown(listed),
    `${ratio.toFixed(2)} × node`,
  ])
  for (const [tool, times] of Object.entries(found[drawers].answers)) {
    rows.push([`  ${tool}`, ...shown(times.slice(1)), `${times[0].toFixed(0)} ms`])
  }
}
printColumns(rows)
if (values.json !== undefined) writeJson(values.json, found)

function shown(times) {
  return [0.5, 0.95].map((share) => `${percentile(times, share).toFixed(0)} ms`)
}

/** From the start of a process to the list, spoken to by hand: a client of its own would be measured as well. */
async function starts(brain) {
  const times = {bare: [], listed: []}
  for (let at = -1; at < runs; at++) {
    const begun = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    const bare = performance.now() - begun
    const listed = await timeToList(brain)
    if (at === -1) continue
    times.bare.push(bare)
    times.listed.push(listed)
  }
  return times
}

function timeToList(brain) {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = spawn(process.execPath, [cli, 'mcp', '--brain', brain], {env})
    let out = ''
    let took
    child.stdout.on('data', (piece) => {
      out += piece
      if (took !== undefined || !out.includes('"id":2')) return
      took = performance.now() - begun
      child.stdin.end()
    })
    child.on('error', reject)
    child.on('close', () =>
      took === undefined ? reject(new Error('no list came')) : resolve(took),
    )
    const clientInfo = {name: 'bench', version: '1'}
    const params = {protocolVersion: '2025-06-18', capabilities: {}, clientInfo}
    for (const message of [
      {id: 1, method: 'initialize', params},
      {method: 'notifications/initialized'},
      {id: 2, method: 'tools/list'},
    ]) {
      child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`)
    }
  })
}

async function answers(brain) {
  const client = new Client({name: 'bench', version: '1'})
  const args = [cli, 'mcp', '--brain', brain]
  await client.connect(
    new StdioClientTransport({command: process.execPath, args, env, stderr: 'ignore'}),
  )
  const {tools} = await client.listTools()
  if (tools.length !== 10) throw new Error(`${tools.length} tools`)
  const times = {}
  const call = async (name, given) => {
    const begun = performance.now()
    const {isError, structuredContent, content} = await client.callTool({name, arguments: given})
    if (isError) throw new Error(`${name}: ${content[0].text}`)
    times[name] = [...(times[name] ?? []), performance.now() - begun]
    return structuredContent
  }
  const words = [
    'deploy',
    'rate limit',
    'who decided',
    'invoice',
    'queue',
    'backup of the database',
  ]
  for (let at = 0; at <= runs; at++) {
    await call('boot', {})
    const {hits} = await call('search', {query: `${words[at % words.length]} ${at}`})
    await call('read', {name: hits[0].id})
    await call('history', {name: hits[0].id})
    const {id} = await call('remember', {
      text: `Memory ${at} of the bench, in some words.`,
      wing: 'bench',
    })
    await call('supersede', {older: id, text: `What replaces memory ${at}, in others.`})
    await call('log', {text: `entry ${at}`})
  }
  await client.close()
  return times
}
