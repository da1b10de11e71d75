import type { Encryption, FeedPlace } from '@carillon/database'
import { fieldError, ServiceError } from '@carillon/errors'

const locationOf = (organizationId: string) => ({ table: 'event', row: organizationId, column: 'cursor' })

/** Encrypts a place for clients, so that positions tell nobody how much happens in other organizations. */
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
 * The place of a cursor.
 * @param keptSince events that are older may be deleted
 * @throws ServiceError `invalid_request` for a text that is not a cursor of the organization, `event_cursor_expired`
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
