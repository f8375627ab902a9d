/** An index that only remembers what was put into it, for tests of what puts. */

import type {NotePath} from '../../src/ground/note-path.js'
import type {IndexedNote, IndexStore} from '../../src/store/index-store.js'

export class RememberingStore implements IndexStore {
  readonly lost = undefined
  readonly languages = new Set<string>()
  readonly kept = new Map<NotePath, IndexedNote>()
  /** What was done, in order: `put a.md`, `remove b.md`, `save`. */
  readonly log: string[] = []
  /** Whether what is saved lasts. */
  isWritable = true

  get notes(): number {
    return this.kept.size
  }

  get chunks(): number {
    return [...this.kept.values()].reduce((sum, {chunks}) => sum + chunks.length, 0)
  }

  digestOf(path: NotePath): string | undefined {
    return this.kept.get(path)?.digest
  }

  paths(): Iterable<NotePath> {
    return this.kept.keys()
  }

  idsOf(path: NotePath) {
    return this.kept.get(path)?.chunks.map(({id}) => id) ?? []
  }

  withoutVector() {
    return []
  }

  setVector() {
    return false
  }

  put(note: IndexedNote) {
    const before = new Set(this.kept.get(note.path)?.chunks.map(({id}) => id))
    this.kept.set(note.path, note)
    this.log.push(`put ${note.path}`)
    return {redone: note.chunks.filter(({id}) => !before.has(id)).length}
  }

  remove(path: NotePath): void {
    this.kept.delete(path)
    this.log.push(`remove ${path}`)
  }

  search() {
    return {total: 0, hits: [], words: [], instead: {}}
  }

  contents() {
    return new Map([...this.kept].map(([path, {digest}]) => [path, digest]))
  }

  save(anew = false) {
    this.log.push(anew ? 'save anew' : 'save')
    return {kept: this.isWritable, bytes: 1, how: 'added'} as const
  }
}
