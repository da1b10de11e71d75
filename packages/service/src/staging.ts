import { createHash } from 'node:crypto'
import { limits, type StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { discardStaged, type Reservation, readJson, StagedBlob, type UploadEngine, uploadEngine } from '@carillon/media'
import type { Context } from './context.ts'
import type { Grant } from './request.ts'

export interface Received {
  value: unknown
  /** SHA-256 of the body, independent of the order of its keys, with the hash of each file in its place. Null unless it was asked for. */
  bodyHash: Buffer | null
  staged: StagedFile[]
}

/** Key order and white space do not make another body. */
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

export function hashBody(value: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest()
}

/** Reads a JSON body; values under `base64` go straight into the media store where `longestBase64` allows any. */
export async function receiveJson(
  context: Context,
  source: AsyncIterable<Uint8Array>,
  options: {
    maxBytes: number
    longestBase64: number
    /** Whether the body is hashed: only requests with an `Idempotency-Key` compare hashes. */
    hashed: boolean
    signal: AbortSignal
    room?: Reservation | undefined
  },
): Promise<Received> {
  const { value, staged } = await readJson(source, {
    store: context.media,
    maxBodyBytes: options.maxBytes,
    maxEncodedLength: options.longestBase64,
    signal: options.signal,
    ...(options.room && { reservation: options.room }),
  })
  return { value, staged, bodyHash: options.hashed ? hashBody(value) : null }
}

/** Where files of a multipart body go. */
export function uploadStorage<R>(
  context: Context,
  { maxFileBytes, room }: { maxFileBytes: number; room?: Reservation | undefined },
): UploadEngine<R> {
  return uploadEngine<R>({ store: context.media, maxBytes: maxFileBytes, reservation: () => room })
}

/** Forgets files that no publish took over. */
export function discardUploads(context: Context, staged: readonly StagedFile[]): Promise<void> {
  return discardStaged(context.media, staged)
}

const slots = new WeakMap<Context, Map<string, number>>()

export interface Admission {
  /** Set aside for what was announced; what is written counts against it. Undefined where files are not certain. */
  room: Reservation | undefined
  release(): void
}

/**
 * Lets an upload in before its body is read: a place over all uploads, one for its key, and room on the volume for the
 * length it announced. A body so small that it may be text alone needs no room: should it bring a file, the store looks
 * before it takes one. Release it when the body has been received, however that ended.
 */
export async function admitUpload(
  context: Context,
  grant: Grant,
  { announcedBytes }: { announcedBytes: number },
): Promise<Admission> {
  const taken = slots.get(context) ?? new Map<string, number>()
  slots.set(context, taken)
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
    const room = announcedBytes > limits.bodyBytes ? await context.media.reserve(announcedBytes) : undefined
    return {
      room,
      release() {
        room?.release()
        leave()
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}
