import type { components, ErrorCode } from './schema.ts'

type Schemas = components['schemas']

/** The bodies of error responses, one type for each code. */
type ErrorBody = {
  [Name in keyof Schemas]: Schemas[Name] extends { error: { code: ErrorCode; message: string } } ? Schemas[Name] : never
}[keyof Schemas]

type ErrorOf<Code extends ErrorCode> = Extract<ErrorBody['error'], { code: Code }>

/** The type of the `details` of an error with this code; undefined for a code without details. */
export type ErrorDetails<Code extends ErrorCode> =
  ErrorOf<Code> extends { details?: infer Details } ? Details | undefined : undefined
