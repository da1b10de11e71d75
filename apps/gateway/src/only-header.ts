import type { IncomingMessage } from 'node:http'

/**
 * Returns the value of a header that was sent exactly once; undefined if it is absent or repeated.
 * @param name in lower case
 */
export function onlyHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string | undefined {
  let value: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]
    if (sent === undefined || sent.length !== name.length || sent.toLowerCase() !== name) continue
    if (value !== undefined) return undefined
    value = rawHeaders[at + 1]
  }
  return value
}
