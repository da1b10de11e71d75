const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Returns whether browsers may be redirected to a URL or an origin by its scheme: `https`, or any on localhost. */
export function isSecureOrLocal(url: URL): boolean {
  return url.protocol === 'https:' || localHosts.includes(url.hostname)
}

/**
 * Returns an http or https origin, without a slash at its end. Undefined for any other string, including patterns with
 * `*`, and origins that are not in normal form, such as with capital letters or the scheme's own port.
 */
export function originIn(text: string): string | undefined {
  const url = URL.parse(text)
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '') && !text.includes('*')
  return isOrigin ? url.origin : undefined
}
