/** Parses an http or https origin to its normal form; undefined for any other string, including patterns with `*`. */
export function originIn(text: string): string | undefined {
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '') && !text.includes('*')
  return isOrigin ? url.origin : undefined
}
