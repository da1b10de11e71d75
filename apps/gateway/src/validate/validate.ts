import type { JSONSchema } from '@carillon/domain'
import { type ErrorCode, fieldError } from '@carillon/errors'
import { createAjv, withStagedFiles } from './ajv.ts'
import { failureOf } from './failure.ts'

/** Rejects a value that does not fit; `whole` names the value where no field of it can be named. */
export type Check = (value: unknown, options: { whole: string; badBase64?: ErrorCode }) => void

const ajv = createAjv()

/** Compiles a schema. The check expects staged files instead of base64 text. */
export function compileCheck(schema: JSONSchema): Check {
  const staged = withStagedFiles(schema)
  const validate = ajv.compile(typeof staged === 'boolean' ? staged : { ...staged })
  return (value, { whole, badBase64 = 'invalid_request' }) => {
    if (validate(value)) return
    const { badBase64: isBad, ...failed } = failureOf(validate.errors)
    throw fieldError({ ...failed, whole, code: isBad ? badBase64 : 'invalid_request' })
  }
}
