import { deleteLogin } from '../access/login-file.ts'
import type { Run } from '../invocation/invocation.ts'

export const run: Run = async ({ io, places }) => {
  const deleted = deleteLogin(places.loginFile)
  io.say(deleted ? `Deleted ${places.loginFile}. The key itself stays valid.` : 'There was no login.')
  io.print({ deleted })
  return undefined
}
