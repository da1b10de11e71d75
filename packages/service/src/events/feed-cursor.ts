import type { Encryption, FeedPlace } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'

const locationOf = (organizationId: string) => ({ table: 'event', row: organizationId, column: 'cursor' })

/**
 * Encodes a position in the event feed as a cursor of the API. It is encrypted, because positions would show how many
 * events other organizations have. `at` is about the time at which the event at the position was stored; it shows when
 * the cursor expires.
 */
export function encodeFeedCursor(encryption: Encryption, organizationId: string, { position, at }: FeedPlace): string {
  return encryption.encrypt(locationOf(organizationId), [position, at.getTime()]).toString('base64url')
}

function decrypted(encryption: Encryption, organizationId: string, cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url')
  // The decoder skips what is not part of the encoding.
  if (bytes.toString('base64url') !== cursor) return null
  try {
    return encryption.decrypt(locationOf(organizationId), bytes)
  } catch {
    return null
  }
}

/**
 * Decodes a cursor of the event feed to its position.
 * @param options.keptSince the time since which events are kept; older ones may be purged
 * @throws ServiceError `invalid_request` if the string is not a cursor of the organization, `event_cursor_expired` if
 *   it is older than `keptSince`
 */
export function decodeFeedCursor(
  encryption: Encryption,
  { organizationId, cursor, keptSince }: { organizationId: string; cursor: string; keptSince: Date },
): FeedPlace {
  const value = decrypted(encryption, organizationId, cursor)
  const [position, at]: unknown[] = Array.isArray(value) ? value : []
  if (typeof position !== 'number' || typeof at !== 'number')
    throw fieldError({
      path: ['cursor'],
      message: 'the cursor of an earlier response, or now, is expected',
      whole: 'query',
    })
  if (at < keptSince.getTime()) {
    throw new ServiceError('event_cursor_expired', undefined, { details: { keptSince: keptSince.toISOString() } })
  }
  return { position, at: new Date(at) }
}
