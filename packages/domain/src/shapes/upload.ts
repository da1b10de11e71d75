import { closed, type Described, nullableText, timestamp, uuid } from '../schema.ts'

const nullableInteger = { type: ['integer', 'null'] } as const

/** The schema of an upload: a file that a client sends in pieces before it is used in posts. */
export const uploadShape = closed({
  uploadId: uuid,
  status: {
    enum: ['incomplete', 'complete'],
    description:
      'incomplete: bytes are missing, or the pieces that have arrived are being joined. complete: posts can use the file.',
  },
  bytes: { type: 'integer', description: 'The size of the whole file in bytes.' },
  received: { type: 'integer', description: 'The number of bytes that have arrived.' },
  contentType: {
    ...nullableText,
    description:
      'While the upload is incomplete: the media type that the client announced, null if it announced none. Once it is complete: the type detected from the bytes (JPEG, PNG, WebP, GIF, MP4, QuickTime or WebM), null for any other file, such as a PDF.',
  },
  width: {
    ...nullableInteger,
    description:
      'The width in pixels as displayed; null while the upload is incomplete, and if the file is not a usable image or video.',
  },
  height: { ...nullableInteger, description: 'The height in pixels as displayed; null in the same cases as `width`.' },
  durationMs: {
    ...nullableInteger,
    description:
      'The duration of a video in milliseconds; null for an image (also an animation), if the video does not tell it, and in the same cases as `width`.',
  },
  sha256: {
    ...nullableText,
    description: 'The SHA-256 of the whole file in lower-case hexadecimal; null while the upload is incomplete.',
  },
  expiresAt: {
    ...timestamp,
    description: 'When the upload is deleted. Posts and schedules that used it before keep their files.',
  },
})

export type Upload = Described<typeof uploadShape>
