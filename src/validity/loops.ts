/**
 * Finds the rings in which something, by a chain of links, replaces itself.
 *
 * A ring is a strongly connected component (Tarjan 1972), so that tangled rings are told once and
 * the order of the links makes no difference. Without recursion: a chain may be long.
 */

interface Visit<Id> {
  readonly id: Id
  readonly index: number
  low: number
  next: number
  onStack: boolean
}

/** Returns the members of each ring, sorted; rings by their first member. */
export function loopsOf<Id extends string>(links: readonly (readonly [Id, Id])[]): Id[][] {
  const targets = new Map<Id, Id[]>()
  const toThemselves = new Set<Id>()
  for (const [from, to] of links) {
    const known = targets.get(from)
    if (known === undefined) targets.set(from, [to])
    else known.push(to)
    if (from === to) toThemselves.add(from)
  }
  return componentsOf(targets)
    .filter(([first, second]) => second !== undefined || toThemselves.has(first!))
    .map((component) => component.sort())
    .sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
}

function componentsOf<Id extends string>(targets: ReadonlyMap<Id, readonly Id[]>): Id[][] {
  const visits = new Map<Id, Visit<Id>>()
  const components: Id[][] = []
  const stack: Visit<Id>[] = []
  const enter = (id: Id): Visit<Id> => {
    const visit = {id, index: visits.size, low: visits.size, next: 0, onStack: true}
    visits.set(id, visit)
    stack.push(visit)
    return visit
  }

  for (const start of targets.keys()) {
    const path = visits.has(start) ? [] : [enter(start)]
    while (path.length !== 0) {
      const top = path.at(-1)!
      const target = targets.get(top.id)?.[top.next++]
      if (target !== undefined) {
        const seen = visits.get(target)
        if (seen === undefined) path.push(enter(target))
        else if (seen.onStack) top.low = Math.min(top.low, seen.index)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) parent.low = Math.min(parent.low, top.low)
      if (top.low === top.index) components.push(takeDownTo(top, stack))
    }
  }
  return components
}

function takeDownTo<Id>(root: Visit<Id>, stack: Visit<Id>[]): Id[] {
  const component: Id[] = []
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    visit.onStack = false
    component.push(visit.id)
    if (visit === root) break
  }
  return component
}
