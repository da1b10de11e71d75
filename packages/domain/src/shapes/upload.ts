import { closed, type Described, nullableText, timestamp, uuid } from '../schema.ts'

const nullableInteger = { type: ['integer', 'null'] } as const

/** A file that a client sends in pieces before it is used in posts. */
export const uploadShape = closed({
  uploadId: uuid,
  status: { enum: ['incomplete', 'complete'] },
  bytes: { type: 'integer', description: 'Size of the whole file.' },
  received: { type: 'integer', description: 'Bytes that have arrived.' },
  contentType: {
    ...nullableText,
    description:
      'The type that the bytes show, once complete; until then the announced one. null if it is not a media type.',
  },
  width: { ...nullableInteger, description: 'Pixels as displayed; null until complete, and if the file is not media.' },
  height: nullableInteger,
  durationMs: { ...nullableInteger, description: 'Of a video or an animation.' },
  sha256: { ...nullableText, description: 'Of the whole file, in hexadecimal; null until complete.' },
  expiresAt: {
    ...timestamp,
    description: 'When the upload is deleted. Posts keep the files that they were published with.',
  },
})

export type Upload = Described<typeof uploadShape>
