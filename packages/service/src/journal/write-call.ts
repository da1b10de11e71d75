import type { CallContext, WriteCall } from '@carillon/providers'
import type { CallOptions } from '../call-account.ts'
import { dueAt } from './transition.ts'
import type { Run } from './write-kind.ts'

/**
 * Builds the call that an adapter receives for a write: the context for network calls, with the write's id, its due
 * time as `createdAt`, and its input.
 */
export async function writeCall(run: Run, call: CallContext): Promise<WriteCall<unknown>> {
  const { row, kind } = run
  return { ...call, writeId: row.id, createdAt: dueAt(row), input: await kind.input(run, row.payload) }
}

/** Returns the options for network calls of a run: its account, credentials, request id and abort signal. */
export function callerOf({ account, credential, row, signal }: Run): CallOptions {
  return { account, credential, requestId: row.requestId, signal }
}
