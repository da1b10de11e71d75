import type { WriteCall } from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import { dueAt } from './transition.ts'
import type { Run } from './write-kind.ts'

/**
 * Runs `work`, which calls the network for a write, with the account's current credentials, and returns its result. If
 * the network rejects the access token, the token is refreshed and `work` runs once more. `work` receives the context
 * for network calls with the write's id and input and, as `createdAt`, the time at which the write is due.
 * @param signal aborts the calls; by default the signal of `run`
 * @throws the errors of `callAccount`
 */
export function callForWrite<T>(
  run: Run,
  work: (call: WriteCall<unknown>) => Promise<T>,
  signal = run.signal,
): Promise<T> {
  const { context, account, credential, row, kind } = run
  return callAccount(context, { account, credential, requestId: row.requestId, signal }, async (call) =>
    work({ ...call, writeId: row.id, createdAt: dueAt(row), input: await kind.input(run, row.payload) }),
  )
}
