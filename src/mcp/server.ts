/**
 * Serves a brain over the Model Context Protocol, on a pair of streams.
 *
 * What is told of tools, prompts and resources is made before any brain is looked for, so that a client which only wants
 * to know what there is waits for nothing. Every request is answered; what fails says how and what to do.
 *
 * The only file that knows the protocol's own SDK, which follows the protocol as it changes. Its lower half is used, since
 * that takes JSON Schemas as they are written here and starts in half the time.
 */

import {setImmediate as nextRound} from 'node:timers/promises'
import {fileURLToPath} from 'node:url'
import {Server} from '@modelcontextprotocol/sdk/server/index.js'
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js'
import type {RequestHandlerExtra} from '@modelcontextprotocol/sdk/shared/protocol.js'
import type {Transport} from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  type JSONRPCMessage,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ErrorCode as ProtocolError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import {type Brain, BrainError, didYouMean, didYouMeanHint, version} from '../index.js'
import {readArguments} from './arguments.js'
import {BrainAtHand} from './brain-at-hand.js'
import {history} from './history.js'
import {describedPrompt, prompts} from './prompts.js'
import {readingTools} from './reading.js'
import {inWords, refusalOf, refusedCall} from './refusal.js'
import {listResources, noteTemplate, pathsLike, readResource} from './resources.js'
import {type Caller, describedTool, type Tool} from './tool.js'
import {writingTools} from './writing.js'

export interface ServeOptions {
  /** Opens the brain found from this folder, or from where the server was told to look. */
  readonly open: (from: string | undefined, onProgress: Progress) => Promise<Brain>
  /** Offers only the tools that change nothing. */
  readonly readOnly: boolean
  /** Ends it: what was begun is finished first. */
  readonly signal: AbortSignal
  /** Told what failed inside, a line at a time; never to the client. */
  readonly told: (line: string) => void
  /** Absolute; is told to nobody. */
  readonly home: string
  /** Standard input and output where absent. */
  readonly transport?: Transport
}

type Progress = (done: number, total: number, what: string) => void
type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const INSTRUCTIONS =
  'A memory kept as markdown in Git. Call `boot` first. `search` before you ask or guess; `remember` what will be needed again, `log` what happened, `supersede` or `end` what no longer holds.'

/** RESOURCE_NOT_FOUND of the protocol. */
const NOT_FOUND = -32_002

/** Milliseconds for a client to say in which folders it works. */
const PATIENCE = 5000

/** As many completions as the protocol lets be given at once. */
const MOST_COMPLETIONS = 100

/** Serves until the client goes or `signal` says so. */
export async function serve(options: ServeOptions): Promise<void> {
  const {signal, transport} = options
  const session = new Session(options)
  const closed = new Promise<void>((resolve) => {
    session.server.onclose = resolve
  })
  const gone = new Promise<void>((resolve) => {
    // The transport does not tell that its input has ended, which is how a client says that it goes.
    if (transport === undefined) process.stdin.once('end', resolve).once('error', () => resolve())
  })
  await session.server.connect(transport ?? new StdioServerTransport())
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), {once: true})
  })
  await Promise.race([closed, gone, stopped])
  // What is not read yet is not begun: a client that goes on asking would keep it from ever ending.
  if (transport === undefined) process.stdin.pause()
  await session.end()
}

/** One client, and what it has been promised. */
class Session {
  readonly server: Server
  readonly #options: ServeOptions
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #brain: BrainAtHand
  readonly #running = new Set<Promise<unknown>>()
  readonly #listening = new Set<Progress>()
  readonly #ending = new AbortController()

  constructor(options: ServeOptions) {
    this.#options = options
    const tools = [...readingTools, history, ...(options.readOnly ? [] : writingTools)]
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    const capabilities = {tools: {}, prompts: {}, resources: {}, completions: {}}
    this.server = new Server(
      {name: 'mdbrain', title: 'mdbrain', version},
      {capabilities, instructions: INSTRUCTIONS},
    )
    this.server.onerror = (error) => {
      options.told(error.message)
      this.#answerMalformed(error)
    }
    this.#brain = new BrainAtHand({
      open: (from) => options.open(from, (...step) => this.#told(step)),
      folders: () => this.#folders(),
    })
    this.#answerTools()
    this.#answerPrompts()
    this.#answerResources()
  }

  /** Lets what was begun come to its end, a write above all. */
  async end(): Promise<void> {
    this.#ending.abort()
    while (this.#running.size !== 0) await Promise.allSettled(this.#running)
    // An answer is sent a few turns after it was made.
    await nextRound()
    await this.server.close()
    await this.#brain.close()
  }

  /**
   * What is no message of the protocol names nobody to be answered, and the SDK drops it: without a word its sender would
   * wait for ever.
   */
  #answerMalformed({name}: Error): void {
    const code =
      name === 'SyntaxError'
        ? ProtocolError.ParseError
        : name === 'ZodError'
          ? ProtocolError.InvalidRequest
          : undefined
    if (code === undefined) return
    const message = 'this line is no message of JSON-RPC 2.0; each is one JSON object on one line'
    // The protocol's types know no answer to nobody; JSON-RPC does.
    const answer = {jsonrpc: '2.0', id: null, error: {code, message}} as unknown as JSONRPCMessage
    this.server.transport?.send(answer).catch(() => undefined)
  }

  #answerTools(): void {
    const described = [...this.#tools.values()].map(describedTool)
    this.server.setRequestHandler(ListToolsRequestSchema, () => ({tools: described}))
    this.server.setRequestHandler(CallToolRequestSchema, ({params}, extra) =>
      this.#run(() => this.#call(params, extra)),
    )
  }

  async #call({name, arguments: given}: {name: string; arguments?: unknown}, extra: Extra) {
    const tool = this.#tools.get(name)
    if (tool === undefined) throw this.#unknown('tool', name, [...this.#tools.keys()])
    try {
      const asked = readArguments(name, tool.takes, given)
      const {text, data} = await this.#reporting(extra, () =>
        this.#brain.use((brain) => tool.run(brain, asked, this.#caller())),
      )
      return {content: [{type: 'text' as const, text}], structuredContent: {...data}}
    } catch (error) {
      return refusedCall(this.#refusal(error, tool.takes))
    }
  }

  #answerPrompts(): void {
    const described = prompts.map(describedPrompt)
    this.server.setRequestHandler(ListPromptsRequestSchema, () => ({prompts: described}))
    this.server.setRequestHandler(GetPromptRequestSchema, ({params}) =>
      this.#run(async () => {
        const prompt = prompts.find(({name}) => name === params.name)
        const names = prompts.map(({name}) => name)
        if (prompt === undefined) throw this.#unknown('prompt', params.name, names)
        const text = await this.#asked((brain) => prompt.write(brain, params.arguments))
        const content = {type: 'text' as const, text}
        return {description: prompt.description, messages: [{role: 'user' as const, content}]}
      }),
    )
  }

  #answerResources(): void {
    const {server} = this
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: [noteTemplate],
    }))
    server.setRequestHandler(ListResourcesRequestSchema, ({params}) =>
      this.#run(() => this.#asked((brain) => listResources(brain, params?.cursor))),
    )
    server.setRequestHandler(ReadResourceRequestSchema, ({params}) =>
      this.#run(() => this.#asked((brain) => readResource(brain, params.uri))),
    )
    server.setRequestHandler(CompleteRequestSchema, ({params}) =>
      this.#run(async () => {
        const {ref, argument} = params
        const isPath = ref.type === 'ref/resource' && argument.name === 'path'
        const all = isPath ? await this.#asked((brain) => pathsLike(brain, argument.value)) : []
        const values = all.slice(0, MOST_COMPLETIONS)
        return {completion: {values, total: all.length, hasMore: values.length < all.length}}
      }),
    )
  }

  /** Asks the brain for what is no tool: failures are the protocol's own errors there. */
  async #asked<Result>(work: (brain: Brain) => Promise<Result>): Promise<Result> {
    try {
      return await this.#brain.use(work)
    } catch (error) {
      const refusal = this.#refusal(error)
      const code =
        refusal.code === 'fault'
          ? ProtocolError.InternalError
          : refusal.code === 'unknown-name'
            ? NOT_FOUND
            : ProtocolError.InvalidParams
      throw new McpError(code, inWords(refusal), refusal)
    }
  }

  #unknown(what: string, name: string, known: readonly string[]): McpError {
    const message = `there is no ${what} \`${name.slice(0, 60)}\``
    const near = didYouMeanHint(didYouMean(name, known))
    const isWriting = writingTools.some((tool) => tool.name === name)
    const hint = isWriting
      ? 'this server was started with `--read-only`'
      : (near ?? `there are ${known.join(', ')}`)
    const refusal = {code: 'unknown-name', message, hint}
    return new McpError(ProtocolError.InvalidParams, inWords(refusal), refusal)
  }

  #refusal(error: unknown, takes: object = {}) {
    if (!(error instanceof BrainError)) {
      this.#options.told(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
    const {root} = this.#brain
    const {home} = this.#options
    return refusalOf(error, root === undefined ? {home} : {brain: root, home}, takes)
  }

  #caller(): Caller {
    const name = this.server.getClientVersion()?.name
    return name === undefined || name === '' ? {} : {agent: name.slice(0, 80)}
  }

  /** Keeps account of what is under way. */
  #run<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work()
    const settled = running.catch(() => undefined)
    this.#running.add(settled)
    void settled.then(() => this.#running.delete(settled))
    return running
  }

  /** Tells the client how far long work is, where it asked for that. */
  async #reporting<Result>(extra: Extra, work: () => Promise<Result>): Promise<Result> {
    const token = extra._meta?.progressToken
    if (token === undefined) return work()
    let last = -1
    const tell: Progress = (done, total, what) => {
      // The protocol wants each larger than the one before.
      if (done <= last) return
      last = done
      const params = {progressToken: token, progress: done, total, message: what}
      extra.sendNotification({method: 'notifications/progress', params}).catch(() => undefined)
    }
    this.#listening.add(tell)
    try {
      return await work()
    } finally {
      this.#listening.delete(tell)
    }
  }

  #told(step: Parameters<Progress>): void {
    for (const tell of this.#listening) tell(...step)
  }

  async #folders(): Promise<readonly string[]> {
    if (this.server.getClientCapabilities()?.roots === undefined) return []
    const {signal} = this.#ending
    const asked = this.server.listRoots(undefined, {signal, timeout: PATIENCE})
    const {roots} = await asked.catch(() => ({roots: []}))
    return roots.flatMap(({uri}) => {
      try {
        return [fileURLToPath(uri)]
      } catch {
        return []
      }
    })
  }
}
