import { randomBytes } from 'node:crypto'
import type { MediaStore, Reservation } from '../store/media-store.ts'
import { chunksOf } from '../streams/chunks.ts'
import { createYield } from '../streams/yield.ts'
import { tooLarge } from './body-error.ts'
import { JsonScanner } from './json-scanner.ts'
import { Skeleton } from './skeleton.ts'
import { discardStaged, type StagedBlob } from './staged-blob.ts'
import { Staging } from './staging.ts'

export interface ReadJsonOptions {
  store: MediaStore
  /**
   * Maximum length of one base64 text in characters; longer ones are rejected with 413. With 0, `base64` is an ordinary
   * key.
   */
  maxEncodedLength: number
  /** Maximum size of the body without its base64 values, in bytes; 1 MiB when omitted. */
  maxSkeletonBytes?: number
  maxBodyBytes?: number
  /** Maximum nesting depth; 32 when omitted. */
  maxDepth?: number
  /** Maximum number of keys over all objects; 10,000 when omitted. */
  maxKeys?: number
  /** Maximum number of items over all lists; 10,000 when omitted. */
  maxItems?: number
  /** Maximum number of base64 values; 128 when omitted. */
  maxFiles?: number
  reservation?: Reservation
  signal?: AbortSignal
  /** The secret part of the placeholders; set by tests. */
  nonce?: string
}

export interface JsonBody {
  /** The result of `JSON.parse`, with a `StagedBlob` in place of the text under every key `base64`. */
  value: unknown
  staged: StagedBlob[]
}

/** Replaces placeholders by their files. A placeholder counts only where the scanner put one: under `base64`. */
function fill(value: unknown, files: ReadonlyMap<string, StagedBlob>): StagedBlob[] {
  if (typeof value !== 'object' || value === null) return []
  const found: StagedBlob[] = []
  for (const [key, child] of Object.entries(value)) {
    const file = key === 'base64' && typeof child === 'string' ? files.get(child) : undefined
    if (file && !Array.isArray(value)) {
      Object.assign(value, { [key]: file })
      found.push(file)
    } else found.push(...fill(child, files))
  }
  return found
}

async function scan(
  source: AsyncIterable<Uint8Array>,
  options: ReadJsonOptions,
  run: { scanner: JsonScanner; staging: Staging },
) {
  const { maxBodyBytes = Number.POSITIVE_INFINITY, signal } = options
  const endTurn = createYield()
  let received = 0
  for await (const chunk of chunksOf(source, signal)) {
    received += chunk.length
    if (received > maxBodyBytes) throw tooLarge('bytes', maxBodyBytes)
    run.scanner.push(chunk)
    await run.staging.drained()
    await endTurn(chunk.length)
  }
  run.scanner.end()
}

/**
 * Reads a JSON body of any size: base64 values stream into the store, the rest is parsed as a whole. Of duplicate keys
 * the last one wins, and the other one's file is removed. Whatever fails, no file stays behind.
 *
 * Throws `invalid_request`: 400 for invalid JSON (as `JSON.parse` defines it; a byte order mark is invalid), for
 * invalid UTF-8, and for JSON that is nested too deep; 413 over a limit. Text that is not base64 does not throw: it is
 * marked `validBase64: false`. The source is not closed on failure, so that a response can still be sent.
 */
export async function readJson(source: AsyncIterable<Uint8Array>, options: ReadJsonOptions): Promise<JsonBody> {
  const { store, maxEncodedLength, maxSkeletonBytes = 1024 * 1024, maxFiles = 128 } = options
  const { maxDepth = 32, maxKeys = 10_000, maxItems = 10_000 } = options
  const nonce = options.nonce ?? randomBytes(16).toString('base64url')
  const staging = new Staging({ store, maxFiles, reservation: options.reservation })
  const skeleton = new Skeleton(maxSkeletonBytes)
  let count = 0
  const begin = () => ({ output: staging.begin(), token: `"${nonce}:${count++}"` })
  const scanner = new JsonScanner({ skeleton, maxDepth, maxKeys, maxItems, maxEncodedLength, begin })
  try {
    await scan(source, options, { scanner, staging })
    const value = skeleton.parse()
    const files = await staging.files()
    const byToken = new Map(files.map((file, index) => [`${nonce}:${index}`, file]))
    const staged = files.length === 0 ? [] : fill(value, byToken)
    await discardStaged(
      store,
      files.filter((file) => !staged.includes(file)),
    )
    return { value, staged }
  } catch (error) {
    await staging.takeBack()
    throw error
  }
}
