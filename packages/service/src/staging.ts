import { createHash } from 'node:crypto'
import { referencedMediaFiles } from '@carillon/database'
import { limits, type StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { discardStaged, type Reservation, readJson, StagedBlob, type UploadEngine, uploadEngine } from '@carillon/media'
import type { Context } from './context.ts'
import type { Grant } from './request.ts'

export interface Received {
  value: unknown
  /** SHA-256 of the body, independent of key order, with each file replaced by its hash. Null unless requested. */
  bodyHash: Buffer | null
  staged: StagedFile[]
}

/** Sorts keys, so that key order and white space do not change the hash. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof StagedBlob) return value.sha256
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, canonical(child)]),
  )
}

/** The SHA-256 of a JSON body that does not depend on the order of its fields. */
export function hashBody(value: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest()
}

/**
 * Reads a JSON body. Values of the key `base64` are written directly to the media store, if `maxBase64Length` allows
 * any.
 */
export async function receiveJson(
  context: Context,
  source: AsyncIterable<Uint8Array>,
  options: {
    maxBytes: number
    maxBase64Length: number
    /** Whether to hash the body: only requests with an `Idempotency-Key` compare hashes. */
    hashed: boolean
    signal: AbortSignal
    reservation?: Reservation | undefined
  },
): Promise<Received> {
  const { value, staged } = await readJson(source, {
    store: context.media,
    maxBodyBytes: options.maxBytes,
    maxEncodedLength: options.maxBase64Length,
    signal: options.signal,
    ...(options.reservation && { reservation: options.reservation }),
  })
  return { value, staged, bodyHash: options.hashed ? hashBody(value) : null }
}

/** The storage for the files of a multipart body. */
export function uploadStorage<R>(
  context: Context,
  { maxFileBytes, reservation }: { maxFileBytes: number; reservation?: Reservation | undefined },
): UploadEngine<R> {
  return uploadEngine<R>({ store: context.media, maxBytes: maxFileBytes, reservation: () => reservation })
}

/**
 * Removes uploaded files that no publish owns. A publish owns its media from the moment it is stored, also when it
 * fails. While the database does not say which these are, all are left to the sweep.
 */
export async function discardUploads(context: Context, staged: readonly StagedFile[]): Promise<void> {
  const own = staged.filter(({ origin }) => origin === undefined)
  const ids = own.map(({ id }) => id)
  try {
    const owned = await referencedMediaFiles(context.db, ids)
    const unowned = own.filter(({ id }) => !owned.has(id))
    await discardStaged(context.media, unowned)
  } catch (error) {
    context.log.warn({ err: error }, 'uploaded files left to the sweep')
  }
}

export interface Admission {
  /**
   * Space reserved for the announced length, from which written bytes are taken. Undefined if the body may not contain
   * files.
   */
  reservation: Reservation | undefined
  release(): void
}

/**
 * Admits an upload before its body is read. Acquires an upload slot of the process, a slot of the key, and disk space
 * for the announced length. Small bodies that may be text only reserve no space; if they contain a file, the store
 * checks for space itself. Release the admission when the body has been received or has failed.
 */
export async function admitUpload(
  context: Context,
  grant: Grant,
  { announcedBytes }: { announcedBytes: number },
): Promise<Admission> {
  const taken = context.state.uploads
  const { uploadSlots, uploadSlotsPerKey } = context.config.gateway
  const own = taken.get(grant.keyId) ?? 0
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0)
  if (own >= uploadSlotsPerKey || all >= uploadSlots) {
    const message = `${own} uploads with this key are in progress; send this one when some have ended.`
    throw new ServiceError('rate_limited', message, { retryAfter: 1 })
  }
  taken.set(grant.keyId, own + 1)
  const leave = () => {
    const left = (taken.get(grant.keyId) ?? 1) - 1
    if (left > 0) taken.set(grant.keyId, left)
    else taken.delete(grant.keyId)
  }
  try {
    const reservation = announcedBytes > limits.bodyBytes ? await context.media.reserve(announcedBytes) : undefined
    return {
      reservation,
      release() {
        reservation?.release()
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}
