import { shells } from '../completion/scripts.ts'
import type { Run } from '../invocation.ts'
import { UsageError } from '../parse/usage-error.ts'

export const run: Run = async ({ args, io }) => {
  const script = shells[args['shell'] ?? '']
  if (script === undefined) throw new UsageError(`There are scripts for ${Object.keys(shells).join(', ')}.`)
  io.printText(script)
  return undefined
}
