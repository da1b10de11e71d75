import type { Run } from '../invocation/invocation.ts'

export const run: Run = async ({ io, access, client, signal }) => {
  const { url, source } = access()
  io.print({ url, source, key: await client().keys.current({ signal }) })
  return undefined
}
