export const MiB = 1024 * 1024

/** The length of the base64 text for a number of bytes. */
export function base64UpTo(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

/**
 * Maximum length of a base64 photo on some networks: 20 MiB encoded, plus 12 characters, as the specification states.
 */
export const maxPhotoText = base64UpTo(20 * MiB) + 12

/** Base64 text between `minLength` and `maxLength` characters. */
export function base64(minLength: number, maxLength: number) {
  return { type: 'string', contentEncoding: 'base64', minLength, maxLength } as const
}

/** A public URL that the service fetches. */
export const mediaUrl = { type: 'string', format: 'uri', minLength: 1, maxLength: 4096 } as const

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const

/** A media item that the service fetches from its URL. */
export const urlMedia = {
  type: 'object',
  properties: { url: mediaUrl },
  required: ['url'],
  additionalProperties: false,
  'x-name': 'UrlMedia',
} as const

/** Fields that are recognized only to be rejected with `unsupported_feature`; no variant declares them. */
export const deferredFields = ['scheduled_date', 'add_to_queue', 'async_upload'] as const

/** The fields that every variant has. */
export const addressee = {
  accountId: { type: 'string', format: 'uuid' },
  profileId: { type: 'string', format: 'uuid' },
} as const

export const eitherSource = 'Give either base64 with its content type, or url.'
