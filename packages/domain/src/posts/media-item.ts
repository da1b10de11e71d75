/** Base64 text between `minLength` and `maxLength` characters. */
export function base64(minLength: number, maxLength: number) {
  return { type: 'string', contentEncoding: 'base64', minLength, maxLength } as const
}

/** A public address that the service fetches. */
export const mediaUrl = { type: 'string', format: 'uri', minLength: 1, maxLength: 4096 } as const

export const stillTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const

/** Fields that are recognized only to be refused with `unsupported_feature`; no variant declares them. */
export const deferredFields = ['scheduled_date', 'add_to_queue', 'async_upload'] as const

/** What every variant carries. */
export const addressee = {
  accountId: { type: 'string', format: 'uuid' },
  profileId: { type: 'string', format: 'uuid' },
} as const

export const eitherSource = 'Give either base64 with its content type, or url.'
