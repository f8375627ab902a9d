/**
 * Multiplies one vector with very many: every chunk of an index with a question.
 *
 * All of them are looked at, so that nothing is missed and nothing has to be kept in step. JavaScript
 * multiplies one number at a time (100,000 vectors of 256 took 60 ms where this took 6), so the inner
 * loop is a few lines for WebAssembly, which multiplies eight. They are written out below, since
 * an assembler for them would be a thousand times as long. `multiplyPlainly` says the same in
 * TypeScript: it is what a machine without these instructions does, and what tests compare with.
 */

/** How many numbers are multiplied at once; rows are filled up with zeros to a multiple of it. */
const LANES = 8
/** WebAssembly counts its memory in pages of so many bytes. */
const PAGE = 65_536

/** What is used of WebAssembly, which Node's types do not know. */
interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
interface WebAssembly {
  readonly Memory: new (size: {initial: number}) => Memory
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: object,
  ) => {readonly exports: Readonly<Record<string, unknown>>}
}

/** Rows of small whole numbers, and room for their products. */
export class DotProducts {
  readonly dimensions: number
  /** From one row to the next, in bytes. */
  readonly stride: number
  readonly #machine: Machine | undefined
  #buffer: ArrayBuffer
  #rows: Int8Array
  #count = 0

  /** @param plainly does without WebAssembly. */
  constructor(dimensions: number, plainly = false) {
    this.dimensions = dimensions
    this.stride = Math.ceil(dimensions / LANES) * LANES
    this.#machine = plainly ? undefined : machine()
    this.#buffer = this.#machine?.memory.buffer ?? new ArrayBuffer(0)
    this.#rows = new Int8Array(this.#buffer, 0, 0)
  }

  /** How many rows there are. */
  get count(): number {
    return this.#count
  }

  /** Makes room for `count` rows. Those that are new are zero; those that were there stay as they are. */
  resize(count: number): void {
    const before = this.#count
    this.#count = count
    this.#makeRoom(count * this.stride + this.stride + count * 4)
    this.#rows = new Int8Array(this.#buffer, 0, count * this.stride)
    if (before < count) this.#rows.fill(0, before * this.stride)
  }

  /** Writes rows one after the other from row `from` on: `vectors` has `dimensions` numbers for each. */
  write(from: number, vectors: Int8Array): void {
    const {dimensions, stride} = this
    if (dimensions === stride) {
      this.#rows.set(vectors, from * stride)
      return
    }
    for (let at = 0, row = from; at < vectors.length; at += dimensions, row++) {
      this.#rows.set(vectors.subarray(at, at + dimensions), row * stride)
    }
  }

  /** The product of `vector` with every row: a view that holds until the next call. */
  with(vector: Int8Array): Int32Array {
    const question = this.#count * this.stride
    const products = question + this.stride
    const padded = new Int8Array(this.#buffer, question, this.stride)
    padded.fill(0)
    padded.set(vector)
    const into = new Int32Array(this.#buffer, products, this.#count)
    if (this.#machine === undefined) multiplyPlainly(this.#rows, padded, into)
    else if (this.#count !== 0) {
      this.#machine.multiply(0, question, products, this.#count, this.stride)
    }
    return into
  }

  /** The product of `vector` with one row. */
  productOf(row: number, vector: Int8Array): number {
    const from = row * this.stride
    let sum = 0
    for (let i = 0; i < this.dimensions; i++) sum += this.#rows[from + i]! * vector[i]!
    return sum
  }

  #makeRoom(bytes: number): void {
    const missing = bytes - this.#buffer.byteLength
    if (missing <= 0) return
    const more = missing + (bytes >> 2)
    if (this.#machine === undefined) {
      const wider = new ArrayBuffer(Math.ceil((bytes + more) / LANES) * LANES)
      new Uint8Array(wider).set(new Uint8Array(this.#buffer))
      this.#buffer = wider
    } else {
      this.#machine.memory.grow(Math.ceil(more / PAGE))
      this.#buffer = this.#machine.memory.buffer
    }
  }
}

/** Writes into `into` the product of `vector` with each row of `rows`. */
export function multiplyPlainly(rows: Int8Array, vector: Int8Array, into: Int32Array): void {
  const {length} = vector
  for (let row = 0, from = 0; row < into.length; row++, from += length) {
    let sum = 0
    for (let i = 0; i < length; i++) sum += rows[from + i]! * vector[i]!
    into[row] = sum
  }
}

/** All places in bytes; `count` is not 0, and `stride` a multiple of `LANES`. */
type Kernel = (
  rows: number,
  vector: number,
  products: number,
  count: number,
  stride: number,
) => void

const [I32, V128] = [0x7f, 0x7b]
const [LOOP, END, BRANCH_IF, NOTHING] = [0x03, 0x0b, 0x0d, 0x40]
const [GET, SET, TEE] = [0x20, 0x21, 0x22]
const [ADD, SUBTRACT, LESS, STORE] = [0x6a, 0x6b, 0x48, 0x36]
/** Instructions on eight numbers, by the numbers that the specification gives them. */
const [LOAD_8X8, SPLAT, LANE, ADD_4, DOT] = [
  [0xfd, 0x01],
  [0xfd, 0x11],
  [0xfd, 0x1b],
  [0xfd, 0xae, 0x01],
  [0xfd, 0xba, 0x01],
] as const
const number = (value: number) => [0x41, value]
/** A load or store at no offset, with what it is aligned to. */
const at = (alignment: number) => [alignment, 0]

/** Parameters and locals by their number. */
const [ROWS, VECTOR, PRODUCTS, COUNT, STRIDE, SUMS, I] = [0, 1, 2, 3, 4, 5, 6]

// biome-ignore format: a line is an expression
const BODY = [
  // Beside the parameters: four sums, and where in the row we are.
  2, 1, V128, 1, I32,
  LOOP, NOTHING,
    // sums = 0; i = 0
    ...number(0), ...SPLAT, SET, SUMS,
    ...number(0), SET, I,
    LOOP, NOTHING,
      // sums += rows[i … i + 8] · vector[i … i + 8], in pairs
      GET, SUMS,
      GET, ROWS, GET, I, ADD, ...LOAD_8X8, ...at(3),
      GET, VECTOR, GET, I, ADD, ...LOAD_8X8, ...at(3),
      ...DOT, ...ADD_4, SET, SUMS,
      // again while (i += 8) < stride
      GET, I, ...number(LANES), ADD, TEE, I, GET, STRIDE, LESS, BRANCH_IF, 0,
    END,
    // *products = all four sums
    GET, PRODUCTS,
    GET, SUMS, ...LANE, 0, GET, SUMS, ...LANE, 1, ADD,
    GET, SUMS, ...LANE, 2, ADD, GET, SUMS, ...LANE, 3, ADD,
    STORE, ...at(2),
    // the next row, while there are any
    GET, PRODUCTS, ...number(4), ADD, SET, PRODUCTS,
    GET, ROWS, GET, STRIDE, ADD, SET, ROWS,
    GET, COUNT, ...number(1), SUBTRACT, TEE, COUNT, BRANCH_IF, 0,
  END,
  END,
] as number[]

/** A section of a module: its number, and how long it is. No length here needs two bytes but the code's. */
function section(id: number, bytes: readonly number[]): number[] {
  return [id, ...length(bytes), ...bytes]
}

function length({length: value}: readonly number[]): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7]
}

interface Machine {
  readonly memory: Memory
  readonly multiply: Kernel
}

function machine(): Machine | undefined {
  const letter = (name: string) => [1, name.charCodeAt(0)]
  const bytes = new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    // One type of function: five numbers, no result.
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    // Imported: `m.m`, a memory of a page or more.
    ...section(2, [1, ...letter('m'), ...letter('m'), 2, 0, 1]),
    // One function, exported as `f`.
    ...section(3, [1, 0]),
    ...section(7, [1, ...letter('f'), 0, 0]),
    ...section(10, [1, ...length(BODY), ...BODY]),
  ])
  try {
    const {Memory, Module, Instance} = (globalThis as unknown as {WebAssembly: WebAssembly})
      .WebAssembly
    const memory = new Memory({initial: 1})
    const {exports} = new Instance(new Module(bytes), {m: {m: memory}})
    return {memory, multiply: exports.f as Kernel}
  } catch {
    // No such instructions, or none allowed: it takes ten times as long, and says the same.
    return undefined
  }
}
