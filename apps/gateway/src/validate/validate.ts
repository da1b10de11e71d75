import type { JSONSchema } from '@carillon/domain'
import { type ErrorCode, fieldError } from '@carillon/errors'
import { createAjv, withStagedFiles } from './ajv.ts'
import { failureOf } from './failure.ts'

/**
 * A compiled check of a schema, which throws a `ServiceError` for a value that does not match. `whole` is the name of
 * the value in messages that concern no single field; if it is `query` or `headers`, a list means a name that was sent
 * several times. `badBase64` is the error code for invalid base64 (default: `invalid_request`, as for the rest).
 */
export type Check = (value: unknown, options: { whole: string; badBase64?: ErrorCode }) => void

const ajv = createAjv()

/** The parts of a request in which a repeated name gives a list. */
const repeatable: ReadonlySet<string> = new Set(['query', 'headers'])

/**
 * Compiles a schema to a check, which returns nothing for a value that matches and otherwise throws a `ServiceError`
 * that names the field. The check expects files in the media store where the schema has base64 strings.
 */
export function compileCheck(schema: JSONSchema): Check {
  const staged = withStagedFiles(schema)
  const validate = ajv.compile(typeof staged === 'boolean' ? staged : { ...staged })
  return (value, { whole, badBase64 = 'invalid_request' }) => {
    if (validate(value)) return
    const { badBase64: isBad, ...failed } = failureOf(validate.errors, { repeats: repeatable.has(whole) })
    throw fieldError({ ...failed, whole, code: isBad ? badBase64 : 'invalid_request' })
  }
}
