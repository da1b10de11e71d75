import { closed, type Described, nullableText, timestamp, uuid } from '../schema.ts'

const nullableInteger = { type: ['integer', 'null'] } as const

/** The schema of an upload: a file that a client sends in pieces before it is used in posts. */
export const uploadShape = closed({
  uploadId: uuid,
  status: { enum: ['incomplete', 'complete'] },
  bytes: { type: 'integer', description: 'The size of the whole file in bytes.' },
  received: { type: 'integer', description: 'The number of bytes that have arrived.' },
  contentType: {
    ...nullableText,
    description:
      'The type that the bytes show, once complete; until then the announced one. null if it is not a media type.',
  },
  width: {
    ...nullableInteger,
    description: 'The width in pixels as displayed; null until complete, and if the file is not media.',
  },
  height: nullableInteger,
  durationMs: { ...nullableInteger, description: 'The duration of a video or an animation in milliseconds.' },
  sha256: { ...nullableText, description: 'The SHA-256 of the whole file in hexadecimal; null until complete.' },
  expiresAt: {
    ...timestamp,
    description: 'When the upload is deleted. Posts keep the files that they were published with.',
  },
})

export type Upload = Described<typeof uploadShape>
