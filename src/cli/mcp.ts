/** `brain mcp`: serves the brain to an agent that speaks the Model Context Protocol. */

import {defineCommand} from './command.js'
import {flag} from './options.js'

export const mcp = defineCommand({
  name: 'mcp',
  group: 'Begin',
  summary: 'serve the brain to an agent over MCP',
  description: [
    'Speaks the Model Context Protocol on standard input and output until the client goes. An agent starts it; any number of them may run on one brain. The brain is found from the folder it is started in, else from the folders that the client works in, when a tool is first called.',
    'Tools: boot, recall, search, read, history; remember, log, supersede, end, review, which --read-only leaves out.',
  ],
  positionals: [],
  options: {'read-only': flag('offer only what changes nothing')},
  examples: [
    {line: 'brain mcp', says: 'what an agent is told to start'},
    {line: 'brain mcp --read-only', says: 'to find, and not to write'},
  ],
  run: async ({options}, io) => {
    const {serveMcp} = await import('./serve-mcp.js')
    return serveMcp({brain: options.brain, readOnly: options['read-only']}, io)
  },
})
