import { closed, type Described, errorCode, nullableNumber, nullableText, text } from '../schema.ts'

const problemShape = {
  ...closed({
    code: { ...errorCode, description: 'The code of the error with which publishing would fail.' },
    path: {
      type: 'array',
      items: text,
      description:
        'Where the problem is in the post: names of fields and indexes of lists; empty for a problem of the post as a whole or of the account.',
    },
    message: text,
    limit: {
      ...nullableNumber,
      description:
        'The limit that is not met, as a plain number of bytes, pixels, seconds, characters or items, also if the message has MiB or megapixels; null if the problem is not about a number, or if only the message names the limit, as for a file that is too large to be inspected.',
    },
    actual: {
      ...nullableNumber,
      description: 'The value in the post that is above or below `limit`, in the same unit; otherwise null.',
    },
  }),
  'x-name': 'PostProblem',
} as const

const mediaShape = {
  ...closed({
    path: {
      type: 'array',
      items: text,
      description: 'Where the file is in the post: names of fields and indexes of lists.',
    },
    contentType: {
      ...nullableText,
      description:
        'The media type that was detected from the bytes, or that you announced for a file that has not been sent completely; null if you announced none, which `unchecked` then contains.',
    },
    width: nullableNumber,
    height: nullableNumber,
    durationSeconds: nullableNumber,
    bytes: { type: 'integer' },
    conversions: {
      type: 'array',
      items: closed({ property: { enum: ['contentType', 'width', 'height', 'bytes'] }, from: text, to: text }),
      description:
        'How Carillon changes the file before it sends it to the platform, such as to another format or fewer pixels; empty if it is sent unchanged, or if `unchecked` has its conversions.',
    },
  }),
  'x-name': 'InspectedMedia',
} as const

const facetShape = {
  ...closed({
    type: { enum: ['link', 'mention', 'tag'] },
    byteStart: {
      type: 'integer',
      description: 'Where the link, mention or tag begins: an offset in the UTF-8 bytes of the text, from 0.',
    },
    byteEnd: {
      type: 'integer',
      description: 'The offset of the first byte after the link, mention or tag, in the UTF-8 bytes of the text.',
    },
    value: { ...text, description: 'The URL of the link, the handle of the mention without @, or the tag without #.' },
  }),
  'x-name': 'TextFacet',
} as const

/**
 * The properties of a media file that publishing checks, but that a validation cannot check if it has no bytes: the
 * client only describes the file, or its upload is incomplete.
 */
export const uncheckedProperties = [
  'content',
  'contentType',
  'width',
  'height',
  'durationSeconds',
  'frameRate',
  'frames',
  'conversions',
] as const

/** The schema of the result of validating a post without publishing it. */
export const postValidationShape = closed({
  valid: {
    type: 'boolean',
    description: 'Whether no problem was found: true if `problems` is empty, even if `unchecked` is not.',
  },
  problems: { type: 'array', items: problemShape },
  media: { type: 'array', items: mediaShape },
  unchecked: {
    type: 'array',
    items: closed({ path: { type: 'array', items: text }, property: { enum: uncheckedProperties } }),
    description:
      'The properties that could not be checked, because the request describes the file instead of sending it, or its upload is incomplete; publishing checks them. path: where the file is in the post. property: what is unknown about the file; content: whether its bytes are media of its type; frameRate: the frames per second of a video; frames: the number of frames of an animation; conversions: how Carillon would change the file. If `contentType` is listed, the properties that only some types have can be missing.',
  },
  charges: {
    type: 'array',
    items: closed({ operation: text, count: { type: 'integer' }, amount: text }),
    description:
      'The amounts that the platform bills for the post; empty if it bills none, or if the body or its media are invalid. Each amount is for all calls of its operation, as a decimal string in US dollars.',
  },
  preview: closed({
    text: {
      ...nullableText,
      description:
        'The text of the post; on youtube and tiktok the title and the description, joined by a blank line. null if the post has none, or if the body is invalid.',
    },
    facets: {
      type: 'array',
      items: facetShape,
      description:
        'The links, mentions and tags in the text, without those of a thread; only on bluesky, otherwise empty. A mention becomes clickable only if its handle exists.',
    },
  }),
})

export type PostValidation = Described<typeof postValidationShape>
export type PostProblem = PostValidation['problems'][number]
export type InspectedMedia = PostValidation['media'][number]
export type TextFacet = PostValidation['preview']['facets'][number]
