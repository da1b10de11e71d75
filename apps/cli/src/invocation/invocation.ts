import type { Client, OperationId } from '@carillon/client'
import type { ExitCode } from '../exit-codes.ts'
import type { Access } from './access.ts'
import type { Io } from './io.ts'
import type { RequestJournal } from './request-journal.ts'

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** Where the command line keeps its own files: the login, and the notes on writes that have not ended. */
export interface Places {
  loginFile: string
  /** The directory with notes on writes whose outcome is not known yet. */
  requestsFolder: string
}

export interface ClientSettings {
  /** Records each write before it is sent. */
  journal?: RequestJournal
}

/** A command that a user has entered, with everything that it needs to run. */
export interface Invocation {
  command: { words: string; operation?: OperationId }
  args: Readonly<Record<string, string>>
  values: Values
  io: Io
  env: Readonly<Record<string, string | undefined>>
  places: Places
  version: string
  /** Aborted by Ctrl-C (SIGINT), SIGTERM and SIGHUP. */
  signal: AbortSignal
  /**
   * Returns the URL and the API key, from the environment or the login file.
   * @throws NotLoggedInError if there is no API key
   */
  access(): Access
  /**
   * Creates a client of the service with the URL and the API key that `access` returns.
   * @throws NotLoggedInError if there is no API key
   */
  client(settings?: ClientSettings): Client
}

/** Runs a command. Returns the exit code, or undefined for 0. Throws if the command fails. */
export type Run = (invocation: Invocation) => Promise<ExitCode | undefined>

/** Returns the value of an option that takes one; undefined if the option was not given. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the values of an option that can be repeated; an empty list if the option was not given. */
export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name]
  return typeof value === 'object' ? value : typeof value === 'string' ? [value] : []
}
