/** `brain watch`: keeps the index open and in step, and answers for every other command. */

import {type WatchEvent, watchBrain} from '../index.js'
import {oneLine} from './columns.js'
import {defineCommand} from './command.js'
import {watchEventWire} from './status-wire.js'
import {counted} from './told.js'

export const watch = defineCommand({
  name: 'watch',
  group: 'Settle',
  summary: 'keep the index in step, and answer every search at once',
  description: [
    'Runs until it is stopped (Ctrl-C). It listens to the folders of the brain, brings the index in step when a file changes, and answers the searches of all other commands and agents of yours on this brain, which then need not open the index themselves. Where you agreed to it (`brain commit --when-quiet yes`), it commits hand edits when nothing has changed for half a minute. There is one a brain; when it ends, or is killed, everything goes on without it.',
    'Where the system cannot tell what changed, it looks at all files every now and then, and says so; `brain status` shows how it is.',
  ],
  positionals: [],
  options: {
    wait: {
      kind: 'flag',
      summary: 'where one runs already, wait for it to end and take its place',
    },
  },
  examples: [
    {line: 'brain watch', says: 'in a terminal of its own'},
    {line: 'brain watch --wait --json', says: 'under a supervisor: events as lines of JSON'},
  ],
  run: async ({options}, io) => {
    await watchBrain({
      ...io.opening(options.brain),
      signal: io.stopped(),
      wait: options.wait,
      onEvent: (event) => {
        if (options.json) io.out(`${JSON.stringify(watchEventWire(event))}\n`)
        else io.err(`${says(event)}\n`)
      },
    })
    return 0
  },
})

function says(event: WatchEvent): string {
  switch (event.what) {
    case 'waiting':
      return oneLine(`${event.why}; waiting for it to end`)
    case 'watching': {
      const {notes, folders, how, why} = event
      const heard = how === 'events' ? counted(folders, 'folder') : `polling, since ${why}`
      return oneLine(`watching ${counted(notes, 'note')} (${heard}); Ctrl-C ends it`)
    }
    case 'in-step':
      return `${event.at}  in step: ${counted(event.notes, 'note')}`
    case 'committed':
      return oneLine(`committed: ${event.subject}`)
    case 'left':
      return oneLine(`not committed: ${event.why}`)
    case 'trouble':
      return oneLine(`the index could not be brought in step: ${event.why}`)
  }
}
