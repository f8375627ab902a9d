/** The laws of time: whatever people write into their notes, these hold. */

import fc from 'fast-check'
import {expect, test} from 'vitest'
import {EARLIEST, type Instant, instant, LATEST} from '../../src/ground/instant.js'
import {type Claim, trace} from '../../src/validity/lineage.js'
import {type ClaimId, closeFor, standingAt, type Validity} from '../../src/validity/validity.js'
import type {DateKey, Written} from '../../src/validity/written.js'

// Few names, keys and instants, so that they meet.
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as ClaimId[]
const anyId = fc.constantFrom(...ids)
const moment = fc.integer({min: 0, max: 9}).map(instant)
const allMoments: Instant[] = [
  EARLIEST,
  ...Array.from({length: 12}, (_, at) => instant(at - 1)),
  LATEST,
]

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, {nil: undefined, freq: 2})

const written: fc.Arbitrary<Written> = fc
  .record({
    validFrom: optional(moment),
    validUntil: optional(moment),
    created: optional(moment),
    unreadable: fc.oneof(
      {weight: 6, arbitrary: fc.constant<DateKey[]>([])},
      {weight: 1, arbitrary: fc.constant<DateKey[]>(['valid_from'])},
    ),
  })
  .map(defined)

const claimOf = (id: ClaimId): fc.Arbitrary<Claim> =>
  fc
    .record({
      id: fc.constant(id),
      written,
      recorded: optional(moment),
      key: optional(fc.constantFrom('k', 'l')),
      supersedes: fc.array(anyId, {maxLength: 2}),
      supersededBy: fc.array(fc.option(anyId, {nil: undefined, freq: 8}), {maxLength: 1}),
      // Only ever part of an earlier one: a fact of a note, a fact of a fact.
      partOf: fc.option(fc.constantFrom(...ids), {nil: undefined, freq: 2}),
    })
    .map((claim) => {
      const isEarlier = claim.partOf !== undefined && claim.partOf < id
      return defined(isEarlier ? claim : {...claim, partOf: undefined}) as Claim
    })

const claims = fc
  .subarray(ids, {minLength: 1})
  .chain((chosen) => fc.tuple(...chosen.map(claimOf)) as fc.Arbitrary<Claim[]>)

function defined<Shape extends object>(shape: Shape): Shape & Written {
  const entries = Object.entries(shape).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Shape & Written
}

const holds = (validity: Validity, at: Instant) => standingAt(validity, at) === 'current'
const options = {numRuns: 400}

test('law: linked claims never both hold, at no instant', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const {validities} = trace(all)
      for (const claim of all) {
        for (const id of [...claim.supersedes, ...claim.supersededBy]) {
          const other = id === undefined || id === claim.id ? undefined : validities.get(id)
          if (other === undefined) continue
          for (const at of allMoments) {
            expect(holds(validities.get(claim.id)!, at) && holds(other, at)).toBe(false)
          }
        }
      }
    }),
    options,
  )
})

test('law: under one key no two hold at once, unless they are reported', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const {validities, troubles} = trace(all)
      const reported = troubles
        .filter(({rule}) => rule === 'two-current')
        .map(({claim, others}) => new Set([claim, ...others]))
      for (const at of allMoments) {
        for (const key of ['k', 'l']) {
          const current = all
            .filter((claim) => claim.key === key && holds(validities.get(claim.id)!, at))
            .map(({id}) => id)
          if (current.length < 2) continue
          expect(reported.some((twins) => current.every((id) => twins.has(id)))).toBe(true)
        }
      }
    }),
    options,
  )
})

test('law: the order of claims makes no difference', () => {
  const shuffled = claims.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, {minLength: all.length})),
  )
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      expect(trace(other)).toEqual(trace(all))
    }),
    options,
  )
})

test('law: closing never revives: one claim more lets no other hold longer', () => {
  fc.assert(
    fc.property(claims, fc.nat(), (all, pick) => {
      const added = all[pick % all.length]!
      const before = trace(all.filter((claim) => claim !== added))
      const after = trace(all)
      for (const [id, validity] of before.validities) {
        // What was part of what was not there has another reason to hold for a shorter time.
        for (const at of allMoments) {
          if (holds(after.validities.get(id)!, at)) expect(holds(validity, at)).toBe(true)
        }
      }
    }),
    options,
  )
})

test('law: nothing holds outside the dates its author wrote, nor while its whole does not', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const {validities} = trace(all)
      for (const {id, written, partOf} of all) {
        const outer = partOf === undefined ? undefined : validities.get(partOf)
        for (const at of allMoments.filter((one) => holds(validities.get(id)!, one))) {
          expect(written.validFrom ?? EARLIEST).toBeLessThanOrEqual(at)
          expect(at).toBeLessThan((written.validUntil ?? LATEST) + (at === LATEST ? 1 : 0))
          if (outer !== undefined) expect(holds(outer, at)).toBe(true)
        }
      }
    }),
    options,
  )
})

test('law: what stands alone holds exactly as written', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const alone = all.map((claim) => {
        const {key: _key, partOf: _partOf, ...rest} = claim
        return {...rest, supersedes: [], supersededBy: []}
      })
      const {validities, troubles} = trace(alone)
      expect(troubles).toEqual([])
      for (const {id, written} of alone) {
        expect(validities.get(id)).toEqual({
          from: written.validFrom ?? EARLIEST,
          until: written.validUntil ?? LATEST,
        })
      }
    }),
    options,
  )
})

test('law: unreadable dates keep a claim, what it replaced and what is within it from being carried', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const {unreadable} = trace(all)
      for (const claim of all) {
        if (claim.partOf !== undefined && unreadable.has(claim.partOf)) {
          expect(unreadable.has(claim.id)).toBe(true)
        }
        if (claim.written.unreadable.length === 0) continue
        expect(unreadable.has(claim.id)).toBe(true)
        for (const id of claim.supersedes) {
          if (all.some((other) => other.id === id)) expect(unreadable.has(id)).toBe(true)
        }
      }
    }),
    options,
  )
})

test('law: each claim is told of in at most one loop, and only with a link out of it', () => {
  fc.assert(
    fc.property(claims, (all) => {
      const loops = trace(all).troubles.filter(({rule}) => rule === 'supersedes-loop')
      const told = loops.flatMap(({claim, others}) => [claim, ...others])
      expect(new Set(told).size).toBe(told.length)
      for (const id of told) {
        const claim = all.find((one) => one.id === id)!
        const replaces = claim.supersedes.length !== 0
        expect(replaces || all.some((one) => one.supersededBy.includes(id))).toBe(true)
      }
    }),
    options,
  )
})

test('law: a standing goes one way: upcoming, current, over', () => {
  const rank = {upcoming: 0, current: 1, lapsed: 2, superseded: 2}
  fc.assert(
    fc.property(claims, (all) => {
      for (const validity of trace(all).validities.values()) {
        const ranks = allMoments.map((at) => rank[standingAt(validity, at)])
        expect([...ranks].sort()).toEqual(ranks)
      }
    }),
    options,
  )
})

test('law: closing twice, or in another order, is closing', () => {
  const closing = fc.tuple(anyId, moment)
  fc.assert(
    fc.property(moment, moment, closing, closing, (from, until, one, other) => {
      const span: Validity = {from, until}
      const both = closeFor(closeFor(span, ...one), ...other)
      expect(closeFor(closeFor(span, ...other), ...one)).toEqual(both)
      expect(closeFor(both, ...one)).toEqual(both)
      expect(both.until).toBeLessThanOrEqual(until)
    }),
    options,
  )
})
