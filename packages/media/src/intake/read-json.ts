import { randomBytes } from 'node:crypto'
import type { MediaStore, Reservation } from '../store/media-store.ts'
import { chunksOf } from '../streams/chunks.ts'
import { createYield } from '../streams/yield.ts'
import { tooLarge } from './body-error.ts'
import { JsonScanner } from './json-scanner.ts'
import { Skeleton } from './skeleton.ts'
import { discardStaged, type StagedBlob } from './staged-blob.ts'
import { Staging } from './staging.ts'

/** The media store for base64 values, and the limits of a body. */
export interface ReadJsonOptions {
  store: MediaStore
  /**
   * The maximum length of one base64 text in characters; a longer one is rejected with 413. With 0, `base64` is an
   * ordinary key.
   */
  maxEncodedLength: number
  /** The maximum size in bytes of the body without its base64 values; 1 MiB if omitted. */
  maxSkeletonBytes?: number
  /**
   * Called with the number of bytes that the body without its base64 values takes up in memory, before it grows to that
   * number. An error that it throws ends the reading.
   */
  reserve?: (bytes: number) => void
  /** The maximum size in bytes of the whole body; not limited if omitted. */
  maxBodyBytes?: number
  /** The maximum nesting depth; 32 if omitted. */
  maxDepth?: number
  /** The maximum number of keys of all objects together; 10,000 if omitted. */
  maxKeys?: number
  /** The maximum number of items of all arrays together; 10,000 if omitted. */
  maxItems?: number
  /** The maximum number of base64 values; 128 if omitted. */
  maxFiles?: number
  /** Disk space reserved before for the base64 values; it is reduced as their bytes arrive. */
  reservation?: Reservation
  /** Ends the reading with its reason when it aborts. */
  signal?: AbortSignal
  /** The secret part of the placeholders; random if omitted. Set only by tests. */
  nonce?: string
}

interface JsonBody {
  /** The parsed body, with a `StagedBlob` in place of the string under every key `base64`. */
  value: unknown
  /** The files that `value` contains, in its order. */
  staged: StagedBlob[]
}

/**
 * Replaces the placeholders in a parsed body, which is changed, by their files, keyed by placeholder. Returns the files
 * that were used. A placeholder counts only where the scanner put it: under `base64`.
 */
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
 * Reads a JSON body of any size. Base64 values are streamed to the media store; the rest is parsed as a whole. Of
 * duplicate keys the last one applies, and the files of the others are removed. After any failure, no file remains.
 *
 * Throws `invalid_request`: 400 for invalid JSON (as `JSON.parse` defines it; a byte order mark is invalid), for
 * invalid UTF-8, for JSON that is nested too deep, and for an integer that a JavaScript number cannot represent; 413
 * for a body over a limit. A string that is not base64 does not throw: its `StagedBlob` has `validBase64: false`.
 * Throws `database_error` if the media store fails. The source is not closed after a failure, so that a response can
 * still be sent.
 */
export async function readJson(source: AsyncIterable<Uint8Array>, options: ReadJsonOptions): Promise<JsonBody> {
  const { store, maxEncodedLength, maxSkeletonBytes = 1024 * 1024, maxFiles = 128 } = options
  const { maxDepth = 32, maxKeys = 10_000, maxItems = 10_000 } = options
  const nonce = options.nonce ?? randomBytes(16).toString('base64url')
  const staging = new Staging({ store, maxFiles, reservation: options.reservation })
  const skeleton = new Skeleton(maxSkeletonBytes, options.reserve)
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
