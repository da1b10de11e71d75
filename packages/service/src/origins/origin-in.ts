/**
 * The origin that a text is, in its usual form; undefined for anything else. Origins are compared whole, so that a pattern
 * would never match anything.
 */
export function originIn(text: string): string | undefined {
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '') && !text.includes('*')
  return isOrigin ? url.origin : undefined
}
