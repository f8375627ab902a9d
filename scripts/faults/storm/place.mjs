/** A temporary home with a brain in a repository, and Git as a person there would use it. */

import {execFile} from 'node:child_process'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {promisify} from 'node:util'
import {cli, measuredEnvironment} from '../../bench/processes.mjs'
import {root} from '../../set-up.mjs'

export {cli, root}

const run = promisify(execFile)

/** What a brain has before the storm; `person/` is what its owner does beside. */
const FILES = {
  'SOUL.md': 'I keep what many tell me.\n',
  'MEMORY.md': '- The office is in Lyon.\n',
  'brain.yaml': 'zone: UTC\n',
  'person/diary.txt': 'Day one.\n',
  'person/staged.md': 'As it was.\n',
}

export class Place {
  constructor() {
    this.home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mdbrain-storm-')))
    this.root = path.join(this.home, 'brain')
    this.env = {...measuredEnvironment(this.home), HOME: this.home, GIT_CONFIG_NOSYSTEM: '1'}
    mkdirSync(this.root)
    writeFileSync(
      path.join(this.home, '.gitconfig'),
      '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n',
    )
  }

  async begin() {
    for (const [name, text] of Object.entries(FILES)) this.write(name, text)
    await this.git('init', '--quiet')
    await this.git('add', '--all')
    await this.git('commit', '--quiet', '--message', 'start')
    this.write('person/staged.md', 'Staged, and not committed.\n')
    await this.git('add', 'person/staged.md')
  }

  at(name) {
    return path.join(this.root, name)
  }

  write(name, text) {
    mkdirSync(path.dirname(this.at(name)), {recursive: true})
    writeFileSync(this.at(name), text)
  }

  async git(...args) {
    const options = {cwd: this.root, env: this.env, maxBuffer: 1e9}
    return (await run('git', args, options)).stdout
  }

  /** Git as a person has it who tries again when another program is at work. Tells how often that was. */
  async patientGit(...args) {
    for (let tried = 0; ; tried++) {
      try {
        await this.git(...args)
        return tried
      } catch (error) {
        if (!/\.lock|cannot lock ref/.test(error.stderr) || 200 < tried) throw error
        await pause(20 + Math.random() * 60)
      }
    }
  }

  remove() {
    rmSync(this.home, {recursive: true, force: true})
  }
}
