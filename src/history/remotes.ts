/**
 * Which remotes a repository has, read from its configuration without starting Git: asked before a
 * memory is written, so that its author knows that it may leave the machine.
 */

import {readFile} from 'node:fs/promises'
import path from 'node:path'

/** The names of the remotes in the repository whose common directory this is. Empty where none can be read. */
export async function remotesOf(commonDir: string): Promise<readonly string[]> {
  const config = await readFile(path.join(commonDir, 'config'), 'utf8').catch(() => '')
  const sections = config.matchAll(/^[ \t]*\[remote[ \t]+"((?:[^"\\\n]|\\.)+)"\]/gim)
  return [...new Set([...sections].map((match) => match[1]!.replace(/\\(.)/g, '$1')))]
}
