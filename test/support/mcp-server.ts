/** The server and its official client in one process, with brains of a test's own making. */

import {InMemoryTransport} from '@modelcontextprotocol/sdk/inMemory.js'
import type {Brain} from '../../src/index.js'
import {type ServeOptions, serve} from '../../src/mcp/server.js'
import {McpClient} from './mcp-client.js'

export async function serverOf(options: Partial<ServeOptions>, brain: Partial<Brain> = {}) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const stop = new AbortController()
  const told: string[] = []
  const served = serve({
    open: async () =>
      ({
        root: '/brain',
        trusted: async () => true,
        isOutdated: () => false,
        close: async () => undefined,
        ...brain,
      }) as Brain,
    readOnly: false,
    signal: stop.signal,
    told: (line) => void told.push(line),
    home: '/home/ada',
    transport: theirs,
    ...options,
  })
  return {agent: await McpClient.over(ours), stop, told, served}
}
