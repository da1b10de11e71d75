import { platforms } from '../platforms.ts'
import { closed, type Described, type JSONSchema, text, uuid } from '../schema.ts'

export const accountFailureShape = closed({
  accountId: uuid,
  profileId: uuid,
  platform: { enum: platforms },
  code: text,
  message: text,
})

export type AccountFailure = Described<typeof accountFailureShape>

/** `{status, <key>: [...], errors: [...]}`: what reads over several accounts answer. */
export function aggregateShape<const K extends string, const S extends JSONSchema>(key: K, record: S) {
  return {
    type: 'object',
    properties: {
      status: { enum: ['complete', 'partial'], description: 'partial: errors says what is missing.' },
      [key]: { type: 'array', items: record },
      errors: { type: 'array', items: accountFailureShape },
    },
    required: ['status', key, 'errors'],
    additionalProperties: false,
  } as const
}
