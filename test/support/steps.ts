/** What may happen to a brain between two questions: by hand, by Git, by time, and to what is kept of it. */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import type {World} from './world.js'

export interface Step<In extends World = World> {
  run(world: In): void | Promise<void>
  toString(): string
}

type Steps<In extends World = World> = fc.Arbitrary<Step<In>>

export function step<In extends World = World>(
  name: string,
  run: (world: In) => void | Promise<void>,
): Step<In> {
  return {run, toString: () => name}
}

export function writing(aNote: fc.Arbitrary<string>, content: fc.Arbitrary<string>): Steps {
  return fc
    .tuple(aNote, content)
    .map(([file, text]) =>
      step(`write ${file} ${JSON.stringify(text)}`, ({box}) => box.write({[file]: text})),
    )
}

export function appending(aNote: fc.Arbitrary<string>, content: fc.Arbitrary<string>): Steps {
  return fc.tuple(aNote, content).map(([file, text]) =>
    step(`append to ${file} ${JSON.stringify(text)}`, (world) => {
      mkdirSync(path.dirname(world.at(file)), {recursive: true})
      appendFileSync(world.at(file), text)
    }),
  )
}

/** Turns `green` into `blue ` and back: the note keeps its size, and its time as with programs that keep it. */
export function turning(aNote: fc.Arbitrary<string>): Steps {
  return aNote.map((file) =>
    step(`turn letters of ${file}`, (world) => {
      if (!existsSync(world.at(file))) return
      const text = readFileSync(world.at(file), 'utf8')
      const {atime, mtime} = statSync(world.at(file))
      writeFileSync(
        world.at(file),
        text.replace(/green|blue /g, (c) => (c === 'green' ? 'blue ' : 'green')),
      )
      // What is left to tell it by is the time of the change.
      utimesSync(world.at(file), atime, mtime)
    }),
  )
}

export function renaming(aNote: fc.Arbitrary<string>): Steps {
  return fc.tuple(aNote, aNote).map(([from, to]) =>
    step(`rename ${from} to ${to}`, (world) => {
      if (from === to || !existsSync(world.at(from))) return
      mkdirSync(path.dirname(world.at(to)), {recursive: true})
      renameSync(world.at(from), world.at(to))
    }),
  )
}

/** Gives one of two folders the name of the other, where that is free. */
export function renamingFolder(one: string, other: string): Steps {
  return fc.constantFrom<readonly [string, string]>([one, other], [other, one]).map(([from, to]) =>
    step(`rename the folder ${from}`, (world) => {
      if (existsSync(world.at(from)) && !existsSync(world.at(to))) {
        renameSync(world.at(from), world.at(to))
      }
    }),
  )
}

export function removing(aNote: fc.Arbitrary<string>): Steps {
  return aNote.map((file) =>
    step(`remove ${file}`, (world) => rmSync(world.at(file), {force: true})),
  )
}

export function touching(aNote: fc.Arbitrary<string>): Steps {
  return aNote.map((file) =>
    step(`touch ${file}`, (world) => {
      if (existsSync(world.at(file))) utimesSync(world.at(file), 1e9, 1e9)
    }),
  )
}

/** Writes one of `texts` into the file `name`, which is no note. */
export function setting(name: string, ...texts: readonly string[]): Steps {
  return fc
    .constantFrom(...texts)
    .map((text) => step(`${name} ${JSON.stringify(text)}`, ({box}) => box.write({[name]: text})))
}

export const committing: Steps = fc.constantFrom('commit', 'amend').map((how) =>
  step(how, (world) => {
    world.git('add', '--all')
    const amend = how === 'amend' ? ['--amend'] : []
    world.git('commit', '--quiet', '--allow-empty', '--message', 'by hand', ...amend)
  }),
)

const COMMANDS = [
  ['reset', '--hard', '--quiet', 'HEAD~1'],
  ['reset', '--quiet', 'HEAD~1'],
  ['checkout', '--force', '--quiet', 'HEAD~1'],
  ['checkout', '--force', '--quiet', 'main'],
  ['checkout', '--force', '--quiet', '-B', 'side', 'HEAD~1'],
  ['merge', '--quiet', '--strategy-option=theirs', '--message', 'merge', 'side'],
  ['checkout', 'HEAD~1', '--', '.'],
  ['revert', '--no-edit', 'HEAD'],
  ['pack-refs', '--all'],
]

/** Git by hand, and whatever else of it is asked for in `more`. */
export function gitting(more: readonly (readonly string[])[] = []): Steps {
  return fc
    .constantFrom(...COMMANDS, ...more)
    .map((args) => step(`git ${args.join(' ')}`, (world) => world.git(...args)))
}

export const waiting: Steps = fc
  .constantFrom(1, 3600, 86_400, 3 * 86_400)
  .map((seconds) => step(`wait ${seconds} s`, ({box}) => void box.tick(seconds)))

export const settling: Steps = fc.constant(step('settle', (world) => world.settle()))

/** A share of a whole: where in a file something happens to it. */
const aPart = fc.double({min: 0, max: 1, maxExcluded: true, noNaN: true})

/** Does something to the bytes of any file under `.brain/`. */
export function damaging(name: string, change: (bytes: Buffer, part: number) => Uint8Array): Steps {
  return fc.tuple(fc.nat(), aPart).map(([index, part]) =>
    step(`${name}: cache ${index} at ${part}`, (world) => {
      const files = world.cached()
      const file = files[index % files.length]
      if (file !== undefined) writeFileSync(file, change(readFileSync(file), part))
    }),
  )
}

export const cutting: Steps = damaging('cut', (bytes, part) =>
  bytes.subarray(0, Math.floor(bytes.length * part)),
)
