import type { Client, OperationId } from '@carillon/client'
import type { ExitCode } from '../exit-codes.ts'
import type { Access } from './access.ts'
import type { Io } from './io.ts'
import type { RequestJournal } from './request-journal.ts'

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** Where files of the command line are, from the environment. */
export interface Places {
  loginFile: string
  /** Notes on writes whose outcome is not known yet. */
  requestsFolder: string
}

export interface ClientSettings {
  /** Where each write is noted before it is sent. */
  journal?: RequestJournal
}

/** A command that was given, with what it needs to run. */
export interface Invocation {
  command: { words: string; operation?: OperationId }
  args: Readonly<Record<string, string>>
  values: Values
  io: Io
  env: Readonly<Record<string, string | undefined>>
  places: Places
  version: string
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal
  /** The URL and the API key, from the environment or the login file. @throws NotLoggedInError */
  access(): Access
  /** A client of the service with that key. */
  client(settings?: ClientSettings): Client
}

/** Runs a command. Returns the exit code if it is not 0, and throws what went wrong otherwise. */
export type Run = (invocation: Invocation) => Promise<ExitCode | undefined>

/** The text of an option; undefined if it was not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of an option that can be repeated. */
export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name]
  return typeof value === 'object' ? value : typeof value === 'string' ? [value] : []
}
