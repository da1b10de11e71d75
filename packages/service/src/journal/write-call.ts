import type { CallContext, WriteCall } from '@carillon/providers'
import type { Run } from './write-kind.ts'

/** The write as its port sees it. */
export async function writeCall(run: Run, call: CallContext): Promise<WriteCall<unknown>> {
  const { row, kind } = run
  return { ...call, writeId: row.id, createdAt: row.created_at, input: await kind.input(run, row.payload) }
}
