/**
 * Refuses the network: a connection, a datagram or a question for a name that leads off this machine.
 *
 * What is loopback or a socket of the file system goes through. `test/setup.ts` loads this into every
 * process that runs tests, and has each Node process that they start load it before its own code. There
 * the first attempt ends the process, with a sentence and the exit code 99: whatever swallows errors
 * would swallow a refusal, and the test would pass. In tests themselves attempts are gathered in
 * `attempts`, and a test that leaves one there fails.
 *
 * Not in TypeScript, so that Node can load it everywhere.
 */

'use strict'

const childProcess = require('node:child_process')
const dgram = require('node:dgram')
const dns = require('node:dns')
const {syncBuiltinESMExports} = require('node:module')
const net = require('node:net')

/** What was tried in this process and not taken note of. */
const attempts = []
/** Loaded by `--require`, before a program that a test started; not by the tests themselves. */
const startedByTest = module.isPreloading

function refuse(what) {
  const sentence = `tests reach no network, and this is one: ${what}`
  if (startedByTest) {
    process._rawDebug(sentence)
    process.exit(99)
  }
  attempts.push(what)
  throw Object.assign(new Error(sentence), {code: 'ENETUNREACH'})
}

function isHere(host) {
  const name = String(host).toLowerCase()
  return /^(?:localhost|.+\.localhost|(?:::ffff:)?127(?:\.\d+){3}|::1)$/.test(name)
}

/** Replaces `owner[name]` by a function that looks at the arguments first. */
function guard(owner, name, look) {
  const original = owner[name]
  if (typeof original !== 'function') return
  owner[name] = Object.assign(function guarded(...args) {
    return original.apply(this, look(args) ?? args)
  }, original)
}

/** `connect(port, host)`, `connect(path)`, `connect(options)`, and the list that `net.connect` makes of them. */
function lookAtConnection(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'string' && !/^\d+$/.test(first)) return
  const named = typeof first === 'object' ? first : {port: first, host: second}
  if (named.path != null) return
  const host = typeof named.host === 'string' && named.host !== '' ? named.host : 'localhost'
  if (!isHere(host)) refuse(`a connection to ${host}:${named.port}`)
}

function lookAtName([name]) {
  if (typeof name === 'string' && name !== '' && !isHere(name)) refuse(`a question for ${name}`)
}

/** `send(bytes, offset, length, port, address)` in all its forms: the address is the last text. */
function lookAtDatagram(args) {
  const address = args.slice(1).findLast((arg) => typeof arg === 'string')
  if (address !== undefined && !isHere(address)) refuse(`a datagram to ${address}`)
}

guard(net.Socket.prototype, 'connect', lookAtConnection)
guard(dgram.Socket.prototype, 'send', lookAtDatagram)
guard(dgram.Socket.prototype, 'connect', lookAtDatagram)
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (/^(?:lookup|resolve|reverse)/.test(name)) guard(owner, name, lookAtName)
  }
}

const quoted = `"${__filename.replaceAll('\\', '\\\\')}"`

/** What a process is told at its start: Node to load this file, Git to fetch from folders alone. */
function added(env) {
  const options = env.NODE_OPTIONS ?? ''
  return {
    NODE_OPTIONS: options.includes(quoted) ? options : `${options} --require ${quoted}`.trim(),
    GIT_ALLOW_PROTOCOL: 'file',
  }
}

/** `spawnSync(file, args, options)` and its like: the list of arguments may be missing, and so may the options. */
function withGuardedOptions(args) {
  const at = Array.isArray(args[1]) || args[1] == null ? 2 : 1
  const options = args[at] ?? {}
  const env = options.env ?? process.env
  const guarded = [...args]
  if (args.length < at) guarded.push(undefined)
  guarded[at] = {...options, env: {...env, ...added(env)}}
  return guarded
}

guard(childProcess.ChildProcess.prototype, 'spawn', ([options]) => {
  const pairs = options.envPairs ?? []
  const env = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s)))
  options.envPairs = Object.entries({...env, ...added(env)}).map((pair) => pair.join('='))
})
guard(childProcess, 'spawnSync', withGuardedOptions)
guard(childProcess, 'execFileSync', withGuardedOptions)
guard(childProcess, 'execSync', ([command, options]) => {
  const [, , guarded] = withGuardedOptions([command, [], options])
  return [command, guarded]
})
syncBuiltinESMExports()

module.exports = {attempts}
