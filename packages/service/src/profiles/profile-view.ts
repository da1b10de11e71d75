import type { ProfileFields, ProfileRow } from '@carillon/database'
import { limits, metadataBytes, type Profile } from '@carillon/domain'
import { fieldError } from '@carillon/errors'

/** The profile of the API for a row of `profile`. */
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
 * The columns for a profile body.
 * @throws ServiceError `invalid_profile` if the metadata exceeds its maximum size
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
    externalId: body.externalId ?? null,
    metadata: metadata === null ? null : JSON.stringify(metadata),
  }
}
