/** The protocol's official client, tied to a server of its own. */

import {Client} from '@modelcontextprotocol/sdk/client/index.js'
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js'
import type {Transport} from '@modelcontextprotocol/sdk/shared/transport.js'
import {ListRootsRequestSchema} from '@modelcontextprotocol/sdk/types.js'
import {onTestFinished} from 'vitest'
import {CLI, type Sandbox} from './sandbox.js'

export interface Called {
  readonly text: string
  readonly data: Record<string, unknown>
  /** Where it failed. */
  readonly code?: string
  readonly hint?: string
}

export class McpClient {
  readonly client: Client
  /** What the server wrote to standard error. */
  told = ''

  private constructor(folders: readonly string[]) {
    const capabilities = folders.length === 0 ? {} : {roots: {}}
    this.client = new Client({name: 'test-agent', version: '1'}, {capabilities})
    if (folders.length === 0) return
    this.client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: folders.map((folder) => ({uri: `file://${folder}`})),
    }))
  }

  /** Connects over a pair of streams, and knows what the tools promise. */
  static async over(transport: Transport, folders: readonly string[] = []): Promise<McpClient> {
    const made = new McpClient(folders)
    await made.client.connect(transport)
    onTestFinished(() => made.client.close())
    // From now on the client holds every answer against the schema of its tool.
    await made.client.listTools()
    return made
  }

  /** Starts `brain mcp` in a sandbox's brain. */
  static async start(
    box: Sandbox,
    args: readonly string[] = [],
    {env = {}, from = box.root, folders = [] as readonly string[]} = {},
  ): Promise<McpClient> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', ...args],
      cwd: from,
      env: {...box.environment(), MDBRAIN_NOW: '', ...env},
      stderr: 'pipe',
    })
    let told = ''
    transport.stderr?.on('data', (piece: Buffer) => {
      told += piece.toString('utf8')
    })
    const made = await McpClient.over(transport, folders)
    Object.defineProperty(made, 'told', {get: () => told})
    return made
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<Called> {
    const result = await this.client.callTool({name, arguments: given})
    const [content] = result.content as {text: string}[]
    const error = result._meta?.['mdbrain/error'] as {code: string; hint: string} | undefined
    return {
      text: content?.text ?? '',
      data: (result.structuredContent ?? {}) as Record<string, unknown>,
      ...(result.isError ? {code: error?.code ?? 'unknown', hint: error?.hint ?? ''} : {}),
    }
  }
}
