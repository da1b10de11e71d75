import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Run } from '../invocation/invocation.ts'
import { waitMsOf } from '../invocation/seconds-option.ts'

const codes: Readonly<Record<string, ExitCode>> = {
  failed: exitCodes.rejected.code,
  unknown: exitCodes.unknown.code,
}

export const run: Run = async ({ args, values, io, client, signal }) => {
  const timeoutMs = waitMsOf({ ...values, wait: true }) ?? 0
  const publish = await client().waitForPublish(args['publishId'] ?? '', { timeoutMs, signal })
  io.print(publish)
  if (publish.error) io.say(`${publish.error.message} (${publish.error.code})`)
  return codes[publish.status]
}
