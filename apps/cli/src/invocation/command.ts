import type { OperationId } from '@carillon/client'
import type { Run } from './invocation.ts'

export interface Argument {
  name: string
  about: string
  isOptional?: true
}

export interface Option {
  about: string
  /** The placeholder of the option's value, in capital letters; a flag has no value. */
  takes?: string
  isRepeatable?: true
  /** The accepted values, for completion. */
  values?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>

/** A command as data, from which the parser, help, completion and reference are derived. */
export interface Command {
  /** The words that name the command, such as `webhooks create`. */
  words: string
  summary: string
  /** The operation whose request has the command's arguments and options as its fields. */
  operation?: OperationId
  /** Operations that the command calls besides `operation`. The compiler rejects one that the API no longer has. */
  operations?: readonly OperationId[]
  args?: readonly Argument[]
  options?: Options
  /** Paragraphs for the command's help and its page in the documentation. */
  about?: readonly string[]
  examples?: readonly string[]
  /** Imports the function that runs the command, so that its modules are not loaded for other commands. */
  load(): Promise<Run>
}
