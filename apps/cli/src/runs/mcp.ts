import { urlBelow } from '../access/url-below.ts'
import { type Run, textOf } from '../invocation/invocation.ts'
import { bridge } from '../mcp/bridge.ts'

export const run: Run = async ({ values, io, access, signal }) => {
  const { url, apiKey } = access()
  const endpoint = urlBelow(url, 'mcp')
  const toolsets = textOf(values, 'toolsets')
  if (toolsets !== undefined) endpoint.searchParams.set('toolsets', toolsets)
  if (values['readonly'] === true) endpoint.searchParams.set('readonly', '1')
  await bridge({ endpoint, apiKey, signal: AbortSignal.any([signal, io.closed]), say: (text) => io.say(text) })
  return undefined
}
