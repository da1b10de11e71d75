import type { MediaFacts, StagedFile } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { stagedFacts } from '@carillon/media'

type Numbers = Readonly<Record<'bytes' | 'width' | 'height' | 'durationMs', unknown>>

const isAmount = (value: unknown, min: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= min

/** Returns a property that may be unknown; null for 0, which browsers report of a video that they cannot show. */
function optional(facts: Numbers, name: keyof Numbers): number | null {
  const value = facts[name] ?? null
  if (value === null || isAmount(value, 0)) return value || null
  throw new ServiceError('invalid_request', `The facts of a file are invalid: ${name} is a number or null.`)
}

function factsIn(value: unknown): MediaFacts {
  const isObject = typeof value === 'object' && value !== null && 'contentType' in value && 'bytes' in value
  if (!isObject || typeof value.contentType !== 'string' || !isAmount(value.bytes, 1) || value.bytes % 1 !== 0) {
    const message =
      'The facts of a file are invalid: an object with contentType and bytes, a positive integer, is expected.'
    throw new ServiceError('invalid_request', message)
  }
  const facts: Numbers = { width: null, height: null, durationMs: null, ...value }
  const durationMs = optional(facts, 'durationMs')
  return {
    contentType: value.contentType,
    bytes: value.bytes,
    width: optional(facts, 'width'),
    height: optional(facts, 'height'),
    durationSeconds: durationMs === null ? null : durationMs / 1000,
  }
}

/**
 * Converts the properties that a client sends instead of a file, to validate a post: `{contentType, bytes, width,
 * height, durationMs}`, of which the last three may be null, 0 or absent if they are unknown. The result refers to no
 * stored file.
 * @throws ServiceError `invalid_request` if they are invalid
 */
export function stageFacts(value: unknown): StagedFile {
  return stagedFacts(factsIn(value))
}
