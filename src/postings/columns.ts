/**
 * Tables whose columns are typed arrays: a row is a number, and costs no object.
 *
 * A column is read from a file in its place, as a view of its bytes. There may be more room than rows;
 * where it is used up, all columns move into half as much again, so that a row added costs the same in
 * a table of a thousand and of a hundred thousand.
 */

import type {Sections} from './snapshot-format.js'

const KINDS = {
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const

type Kind = keyof typeof KINDS
type Column = InstanceType<(typeof KINDS)[Kind]>
export type Shape = Readonly<Record<string, Kind>>

/** A table of a shape: an array for each of its columns. */
export type Columns<S extends Shape> = {[Name in keyof S]: InstanceType<(typeof KINDS)[S[Name]]>}

/** A table with room for `room` rows. */
export function emptyColumns<S extends Shape>(shape: S, room: number): Columns<S> {
  return mapped(shape, (kind) => new KINDS[kind](room))
}

/** Makes room for `rows` rows in a table that has too little. */
export function widen<S extends Shape>(shape: S, columns: Columns<S>, rows: number): void {
  const wider = emptyColumns(shape, rows + (rows >> 1) + 16)
  for (const name of Object.keys(shape)) wider[name]!.set(columns[name]! as never)
  Object.assign(columns, wider)
}

/** Adds the columns of a table to what is written, as `prefix.name`, with room for some more rows. */
export function writeColumns<S extends Shape>(
  sections: Sections,
  prefix: string,
  columns: Columns<S>,
): void {
  for (const [name, column] of Object.entries<Column>(columns)) {
    sections.set(
      `${prefix}.${name}`,
      Buffer.from(column.buffer, column.byteOffset, column.byteLength),
    )
  }
}

/** Reads a table of at least `rows` rows. `undefined` where a column is missing or too short. */
export function readColumns<S extends Shape>(
  sections: Sections,
  prefix: string,
  shape: S,
  rows: number,
): Columns<S> | undefined {
  const whole = mapped(shape, (kind, name) =>
    numbersIn(sections.get(`${prefix}.${name}`) ?? new Uint8Array(0), kind),
  )
  const room = Math.min(...Object.values<Column>(whole).map(({length}) => length))
  if (room < rows) return undefined
  // All columns have room for as many rows, or they could not be widened together.
  return mapped(shape, (_, name) => whole[name]!.subarray(0, room))
}

/** The numbers that `bytes` hold, in their place; they begin on a boundary of 8. */
export function numbersIn<K extends Kind>(
  bytes: Uint8Array,
  kind: K,
): InstanceType<(typeof KINDS)[K]> {
  const size = KINDS[kind].BYTES_PER_ELEMENT
  const count = Math.floor(bytes.byteLength / size)
  return new KINDS[kind](bytes.buffer as ArrayBuffer, bytes.byteOffset, count) as InstanceType<
    (typeof KINDS)[K]
  >
}

function mapped<S extends Shape>(shape: S, make: (kind: Kind, name: string) => Column): Columns<S> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, kind]) => [name, make(kind, name)]),
  ) as Columns<S>
}
