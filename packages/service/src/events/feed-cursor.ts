import type { Encryption, FeedPlace } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'

const locationOf = (organizationId: string) => ({ table: 'event', row: organizationId, column: 'cursor' })

/**
 * Encodes a position in the event feed as a cursor of the API. It is encrypted, because positions would show how many
 * events other organizations have. `at` is the approximate time at which the event at the position was stored; it shows
 * when the cursor expires.
 */
export function encodeFeedCursor(encryption: Encryption, organizationId: string, { position, at }: FeedPlace): string {
  return encryption.encrypt(locationOf(organizationId), [position, at.getTime()]).toString('base64url')
}

/**
 * Returns the bytes of a cursor; empty if the string is not base64url. (The decoder itself would skip invalid
 * characters.)
 */
function bytesOf(cursor: string): Buffer {
  const bytes = Buffer.from(cursor, 'base64url')
  return bytes.toString('base64url') === cursor ? bytes : Buffer.alloc(0)
}

function decrypted(encryption: Encryption, organizationId: string, bytes: Buffer): unknown {
  try {
    return encryption.decrypt(locationOf(organizationId), bytes)
  } catch {
    return null
  }
}

function expired(keptSince: Date): ServiceError {
  return new ServiceError('event_cursor_expired', undefined, { details: { keptSince: keptSince.toISOString() } })
}

/**
 * Decodes a cursor of the event feed to its position.
 * @param options.keptSince the time since which events are kept; older ones may be purged
 * @throws ServiceError `invalid_request` if the string is not a cursor of the organization, `event_cursor_expired` if
 *   it is older than `keptSince`, or was encrypted with a key that is no longer configured
 */
export function decodeFeedCursor(
  encryption: Encryption,
  { organizationId, cursor, keptSince }: { organizationId: string; cursor: string; keptSince: Date },
): FeedPlace {
  const bytes = bytesOf(cursor)
  if (encryption.lacksKey(bytes)) throw expired(keptSince)
  const value = decrypted(encryption, organizationId, bytes)
  const [position, at]: unknown[] = Array.isArray(value) ? value : []
  if (typeof position !== 'number' || typeof at !== 'number')
    throw fieldError({
      path: ['cursor'],
      message: 'the cursor of an earlier response, `now` or `latest` is expected',
      whole: 'query',
    })
  if (at < keptSince.getTime()) throw expired(keptSince)
  return { position, at: new Date(at) }
}
