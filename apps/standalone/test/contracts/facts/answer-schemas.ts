import type { Schema } from '../schema.ts'

export const text: Schema = { type: 'string', minLength: 1 }
export const words: Schema = { type: 'string' }
export const digits: Schema = { type: 'string', pattern: '^[0-9]+$' }
export const whole: Schema = { type: 'integer' }
export const flag: Schema = { type: 'boolean' }
/** With a zone as `+0000` or `Z`. */
export const time: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' }
export const any: Schema = {}

export const oneOf = (...values: string[]): Schema => ({ enum: values })
export const list = (items: Schema): Schema => ({ type: 'array', items })

/** An object with these members and no others. */
export function exactly(required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }
}

/** An object with at least these members; `optional` ones have their schema when they are there. */
export function having(required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema {
  return { ...exactly(required, optional), additionalProperties: true }
}
