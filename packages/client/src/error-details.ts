import type { components, ErrorCode } from './schema.ts'

type Schemas = components['schemas']

/** The bodies of errors, one for each code. */
type ErrorBody = {
  [Name in keyof Schemas]: Schemas[Name] extends { error: { code: ErrorCode; message: string } } ? Schemas[Name] : never
}[keyof Schemas]

type ErrorOf<Code extends ErrorCode> = Extract<ErrorBody['error'], { code: Code }>

/** `details` of an error, by its code; undefined for a code that has none. */
export type ErrorDetails<Code extends ErrorCode> =
  ErrorOf<Code> extends { details?: infer Details } ? Details | undefined : undefined
