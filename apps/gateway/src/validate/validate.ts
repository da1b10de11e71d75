import type { JSONSchema } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import { createAjv, withStagedFiles } from './ajv.ts'
import { type Failure, failureOf } from './failure.ts'

/** Refuses a value that does not fit; `whole` names the value where no field of it can be named. */
export type Check = (value: unknown, options: { whole: string; badBase64?: ErrorCode }) => void

const ajv = createAjv()

function refusal({ path, message, badBase64 }: Failure, whole: string, codeOfBase64: ErrorCode): ServiceError {
  const name = path.length === 0 ? whole : path.join('.')
  const code = badBase64 ? codeOfBase64 : 'invalid_request'
  return new ServiceError(code, `${name}: ${message}`, { details: [{ path, message }] })
}

/** Compiles a schema of a row. Staged files are expected where it has base64 text. */
export function compileCheck(schema: JSONSchema): Check {
  const validate = ajv.compile(typeof schema === 'boolean' ? schema : { ...(withStagedFiles(schema) as object) })
  return (value, { whole, badBase64 = 'invalid_request' }) => {
    if (!validate(value)) throw refusal(failureOf(validate.errors), whole, badBase64)
  }
}
