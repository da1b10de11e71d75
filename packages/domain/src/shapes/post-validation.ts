import { closed, type Described, errorCode, nullableNumber, nullableText, text } from '../schema.ts'

const problemShape = {
  ...closed({
    code: { ...errorCode, description: 'The code with which publishing would be rejected.' },
    path: {
      type: 'array',
      items: text,
      description: 'Path of field names and list indexes; empty for the post as a whole.',
    },
    message: text,
    limit: { ...nullableNumber, description: 'The limit that was not met, if it is a number.' },
    actual: { ...nullableNumber, description: 'The actual value that exceeds or falls below the limit.' },
  }),
  'x-name': 'PostProblem',
} as const

const mediaShape = {
  ...closed({
    path: { type: 'array', items: text },
    contentType: text,
    width: nullableNumber,
    height: nullableNumber,
    durationSeconds: nullableNumber,
    bytes: { type: 'integer' },
    conversions: {
      type: 'array',
      items: closed({ property: { enum: ['contentType', 'width', 'height', 'bytes'] }, from: text, to: text }),
      description: 'How the file is changed before it is sent, such as another format or fewer pixels.',
    },
  }),
  'x-name': 'InspectedMedia',
} as const

const facetShape = {
  ...closed({
    type: { enum: ['link', 'mention', 'tag'] },
    byteStart: { type: 'integer', description: 'Offset in the UTF-8 bytes of the text.' },
    byteEnd: { type: 'integer' },
    value: text,
  }),
  'x-name': 'TextFacet',
} as const

/** The properties of a file that publishing checks and that facts about the file do not decide. */
export const uncheckedProperties = [
  'content',
  'contentType',
  'width',
  'height',
  'durationSeconds',
  'frames',
  'conversions',
] as const

/** The schema of the result of validating a post without publishing it. */
export const postValidationShape = closed({
  valid: { type: 'boolean', description: 'Whether the post can be published: true if problems is empty.' },
  problems: { type: 'array', items: problemShape },
  media: { type: 'array', items: mediaShape },
  unchecked: {
    type: 'array',
    items: closed({ path: { type: 'array', items: text }, property: { enum: uncheckedProperties } }),
    description:
      'What was not checked of media of which only facts are known: `content` is whether the bytes are media of this type. Publishing checks it.',
  },
  charges: {
    type: 'array',
    items: closed({ operation: text, count: { type: 'integer' }, amount: text }),
    description: 'What the platform bills for the post, in US dollars.',
  },
  preview: closed({ text: nullableText, facets: { type: 'array', items: facetShape } }),
})

export type PostValidation = Described<typeof postValidationShape>
export type PostProblem = PostValidation['problems'][number]
export type InspectedMedia = PostValidation['media'][number]
export type TextFacet = PostValidation['preview']['facets'][number]
