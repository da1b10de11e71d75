import type { Run } from '../invocation/invocation.ts'
import { shells } from '../shells.ts'
import { UsageError } from '../usage-error.ts'

export const run: Run = async ({ args, io }) => {
  const script = shells[args['shell'] ?? '']
  if (script === undefined) throw new UsageError(`There are scripts for ${Object.keys(shells).join(', ')}.`)
  io.printText(script)
  return undefined
}
