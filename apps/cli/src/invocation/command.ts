import type { OperationId } from '@carillon/client'
import type { Run } from './invocation.ts'

export interface Argument {
  name: string
  about: string
  isOptional?: true
}

export interface Option {
  about: string
  /** What it takes, in capital letters; a flag takes nothing. */
  takes?: string
  isRepeatable?: true
  /** The values that it takes, for completion. */
  values?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>

/** A command as data: parser, help, completion and reference are made from it. */
export interface Command {
  /** `webhooks create` */
  words: string
  summary: string
  /** The operation that it is: its arguments and options are the fields of the request. */
  operation?: OperationId
  /** Operations that it calls. One that the API no longer has does not compile. */
  operations?: readonly OperationId[]
  args?: readonly Argument[]
  options?: Options
  /** Paragraphs for its help and its page. */
  about?: readonly string[]
  examples?: readonly string[]
  /** Loads what runs it, which is not needed for anything else. */
  load(): Promise<Run>
}
