import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { readJson } from '../../src/intake/read-json.ts'
import { StagedBlob } from '../../src/intake/staged-blob.ts'
import { MemoryStore } from '../memory-store.ts'
import { expected, randomChunks, randomDocument } from './random-json.ts'

// `npm run test:faults -- --only fuzz` makes more of them.
const runs = Number(process.env['FUZZ_RUNS'] ?? 5_000)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1)

async function* stream(chunks: Buffer[]) {
  yield* chunks
}

/** The same form as `expected` gives: files by their bytes. */
function plain(value: unknown, store: MemoryStore): unknown {
  if (value instanceof StagedBlob) {
    if (!value.validBase64) return { file: null }
    return { file: store.files.get(value.id)?.toString('hex'), length: value.encodedLength }
  }
  if (Array.isArray(value)) return value.map((item) => plain(item, store))
  if (typeof value !== 'object' || value === null) return value
  const copy = {}
  for (const [key, child] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: plain(child, store),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return copy
}

async function compare(seed: number): Promise<'read' | 'rejected'> {
  const raw = randomDocument(seed)
  const store = new MemoryStore()
  const want = expected(raw)
  const limits = { maxEncodedLength: 1e6, maxSkeletonBytes: 1e7 }
  const got = await readJson(stream(randomChunks(raw, seed)), { store, ...limits }).catch((error: unknown) => {
    if (error instanceof ServiceError && error.status === 400) return null
    throw error
  })
  const context = `seed ${seed}`
  assert.equal(store.opened, 0, `${context}: open writers`)
  if (!want || !got) {
    assert.equal(got, want, context)
    assert.equal(store.files.size, 0, `${context}: files of a rejected body`)
    return 'rejected'
  }
  assert.deepEqual(plain(got.value, store), want.value, context)
  assert.equal(store.files.size, got.staged.filter((file) => file.validBase64).length, `${context}: orphans`)
  return 'read'
}

describe('readJson against JSON.parse', () => {
  it(`agrees on ${runs} random documents, chunkings and escape styles`, async function () {
    this.timeout(Math.max(900_000, runs * 20))
    const seen = { read: 0, rejected: 0 }
    for (let seed = firstSeed; seed < firstSeed + runs; seed++) seen[await compare(seed)] += 1
    assert.isAbove(seen.read, runs / 2)
    assert.isAbove(seen.rejected, runs / 20)
  })
})
