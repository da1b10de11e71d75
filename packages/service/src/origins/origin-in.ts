/**
 * Normalizes an origin; undefined for anything else. Origins are compared as a whole, so patterns would never match.
 */
export function originIn(text: string): string | undefined {
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '') && !text.includes('*')
  return isOrigin ? url.origin : undefined
}
