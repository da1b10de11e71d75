import type { ProfileFields, ProfileRow } from '@carillon/database'
import { limits, metadataBytes, type Profile } from '@carillon/domain'
import { fieldError } from '@carillon/errors'

/** Converts a row of `profile` to the API's profile. */
export function viewProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    name: row.name,
    externalId: row.externalId,
    metadata: row.metadata,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/**
 * Converts the body of a profile request to columns. Absent fields and an empty `externalId` become null.
 * @throws ServiceError `invalid_profile` if the metadata is too large
 */
export function profileFields(body: {
  name: string
  externalId?: string | null
  metadata?: Record<string, unknown> | null
}): ProfileFields {
  const metadata = body.metadata ?? null
  const bytes = metadata === null ? 0 : metadataBytes(metadata)
  if (bytes > limits.profileMetadataBytes) {
    const maxBytes = limits.profileMetadataBytes
    const message = `${bytes} bytes as compact JSON in UTF-8, at most ${maxBytes} are allowed`
    throw fieldError({ path: ['metadata'], message, code: 'invalid_profile' })
  }
  return {
    name: body.name,
    externalId: body.externalId || null,
    metadata: metadata === null ? null : JSON.stringify(metadata),
  }
}
