export const MiB = 1024 * 1024

/** Returns the length of the base64 string that encodes a number of bytes. */
export function base64UpTo(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

/**
 * The maximum length in characters of the base64 text of a photo in post schemas: 27,962,040, which the API promises.
 * Such a text encodes 20 MiB and 10 bytes.
 */
export const maxPhotoText = base64UpTo(20 * MiB) + 12

/** Builds the schema of a base64 string with this minimum and maximum length in characters. */
export function base64(minLength: number, maxLength: number) {
  return { type: 'string', contentEncoding: 'base64', minLength, maxLength } as const
}

/** The schema of a public URL from which Carillon fetches media. */
export const mediaUrl = {
  type: 'string',
  format: 'uri',
  minLength: 1,
  maxLength: 4096,
  description:
    'A public URL from which Carillon downloads the file, or the URL of an upload, `<PUBLIC_URL>/api/v1/uploads/<uploadId>`, which is not downloaded.',
} as const

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const videoTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const

/** The schema of a media item that Carillon fetches from its URL. */
export const urlMedia = {
  type: 'object',
  properties: { url: mediaUrl },
  required: ['url'],
  additionalProperties: false,
  'x-name': 'UrlMedia',
} as const

/** The fields of posts that exist only to be rejected with `unsupported_feature`. No body schema has them. */
export const deferredFields = ['scheduled_date', 'add_to_queue', 'async_upload'] as const

/** The schemas of the fields by which every post names the account that publishes it, and optionally its profile. */
export const addressee = {
  accountId: { type: 'string', format: 'uuid' },
  profileId: { type: 'string', format: 'uuid' },
} as const

export const eitherSource = 'Give either base64 with its content type, or url.'
