/**
 * How a budget is shared out among the layers.
 *
 * Layers that are carried on demand are given their tokens out of what essentials and recent have,
 * so that everything above essentials stays the same bytes whether they are asked for or not.
 */

import {DEFAULT_SHARES} from '../settings/defaults.js'
import type {LayerName} from './context.js'

/** Every layer, in the order in which they are carried: what changes least comes first. */
export const LAYERS: readonly LayerName[] = [
  'identity',
  'procedures',
  'user',
  'facts',
  'essentials',
  'project',
  'session',
  'task',
  'recent',
]

const always: readonly LayerName[] = ['identity', 'procedures', 'user', 'facts']
const pooled: readonly LayerName[] = ['essentials', 'recent']

/**
 * The part of a budget, from 0 to 1, that each of `layers` may spend.
 *
 * @param shares weights by name; those that are not there have their default.
 */
export function partsOf(
  layers: readonly LayerName[],
  shares: Readonly<Record<string, number>>,
): ReadonlyMap<LayerName, number> {
  const weight = (name: LayerName) => shares[name] ?? DEFAULT_SHARES[name]
  const sum = (names: readonly LayerName[]) =>
    names.reduce((total, name) => total + weight(name), 0)
  const isDefault = always.some((name) => layers.includes(name))
  const pool = layers.filter((name) => !always.includes(name))

  const whole = isDefault ? sum(always) + sum(pooled) : 1
  const ofPool = isDefault ? sum(pooled) : 1
  const inPool = sum(pool)
  const partOf = (name: LayerName) => {
    if (!pool.includes(name)) return ratio(weight(name), whole)
    return ratio(ofPool, whole) * ratio(weight(name), inPool)
  }
  return new Map(layers.map((name) => [name, partOf(name)]))
}

/** Weights may all be 0: then nothing is shared out. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
