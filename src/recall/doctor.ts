/**
 * Compares everything derived with the files, and mends it.
 *
 * Nothing kept is believed: every file is read and parsed again, an index is made of that in memory, and
 * both the catalog and the index on disk must say the same, to the last word. What differs is named and
 * made anew. What a slow model told is not asked for again. No note is changed; what is odd in notes is
 * `check`'s to say.
 */

import {openCatalog} from '../catalog/catalog.js'
import type {Entries} from '../catalog/entries.js'
import {forgetLog} from '../catalog/kept.js'
import type {Scene} from '../catalog/scene.js'
import type {ComparableStore} from '../store/index-store.js'
import {cacheFindings} from './cache-findings.js'
import {differingEntries, differingNotes, summed} from './differences.js'
import type {DoctorReport, Finding} from './finding.js'
import {bringInStep} from './in-step.js'
import {REASONS} from './index-troubles.js'
import type {LiveIndex} from './live-index.js'
import type {Model} from './model.js'
import {readAnew} from './read-anew.js'

/** Examines what is kept of the brain. Takes as long as making the index does, twice where it must be made anew. */
export async function doctor(scene: Scene, live: LiveIndex): Promise<DoctorReport> {
  return live.inTurn(async () => {
    const findings = cacheFindings(scene)
    findings.push(...modelFindings(await live.model()))
    const truth = await readAnew(scene)
    const {lost} = await live.open()
    if (lost !== undefined) findings.push(mended(`what was kept of the index ${REASONS[lost]}`))

    let read = await openCatalog(scene).entries()
    const oddEntries = differingEntries(read, truth.read)
    if (oddEntries.length !== 0) {
      const isMended = read.held === 0
      findings.push(...summed(oddEntries, isMended, HELD_HINT))
      if (isMended) {
        forgetLog(scene.cacheDir)
        read = await openCatalog(scene).entries()
      }
    }

    let store = await catchUp(scene, live, read)
    const withVectors = !(await live.model()).isSlow
    const oddNotes = differingNotes(store, truth, read, withVectors)
    if (oddNotes.length !== 0) {
      live.clear()
      store = await catchUp(scene, live, read)
      const left = differingNotes(store, truth, read, withVectors)
      findings.push(...summed(oddNotes, left.length === 0, FAULT_HINT))
    }
    return {
      notes: store.notes,
      chunks: store.chunks,
      findings,
      well: findings.every((finding) => finding.mended),
    }
  })
}

const HELD_HINT = 'first say what became of the files that vanished: `brain index --accept`'
const FAULT_HINT = 'this is a fault of the program; please report it with this output'

/** A model that cannot be read at all is told as any search tells it. */
function modelFindings(model: Model): Finding[] {
  const findings = model.messages.map(({reason, path, hint}): Finding => {
    return {what: reason, mended: false, ...pathAndHint(path, hint)}
  })
  const broken = model.check()
  if (broken === undefined) return findings
  return [
    ...findings,
    {what: broken.message, mended: false, ...pathAndHint(undefined, broken.hint)},
  ]
}

function pathAndHint(path: string | undefined, hint: string | undefined) {
  return {...(path === undefined ? {} : {path}), ...(hint === undefined ? {} : {hint})}
}

function mended(what: string): Finding {
  return {what, path: '.brain', mended: true}
}

/** What changed since the last search is no trouble: it is put in as at any search. */
async function catchUp(scene: Scene, live: LiveIndex, read: Entries): Promise<ComparableStore> {
  const store = await live.open()
  await bringInStep(scene, {store, model: await live.model()}, read, {files: []})
  live.settle()
  live.takeLost()
  return store
}
