import type { CallContext, WriteCall } from '@carillon/providers'
import type { CallOptions } from '../call-account.ts'
import type { Run } from './write-kind.ts'

/** Builds the call that a port receives for a write. */
export async function writeCall(run: Run, call: CallContext): Promise<WriteCall<unknown>> {
  const { row, kind } = run
  return { ...call, writeId: row.id, createdAt: row.createdAt, input: await kind.input(run, row.payload) }
}

/** The account and credentials for the calls of a run, read once when it begins. */
export function callerOf({ account, credential, row, signal }: Run): CallOptions {
  return { account, credential, requestId: row.requestId, signal }
}
