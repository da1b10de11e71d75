/** A person's cookies: one host, one jar, whatever the port, as browsers have it. */
export interface CookieJar {
  /** Keeps, or throws away, what a response's `Set-Cookie` says. */
  remember(url: string, header: string | string[] | undefined): void
  /** What the `Cookie` header says to this address; empty when there are none. */
  header(url: string): string
  get(url: string, name: string): string | undefined
}

/** Keeps the cookies of a simulated browser by host name. */
export function createCookieJar(): CookieJar {
  const jars = new Map<string, Map<string, string>>()

  function jarOf(url: string): Map<string, string> {
    const { hostname } = new URL(url)
    const cookies = jars.get(hostname) ?? new Map<string, string>()
    jars.set(hostname, cookies)
    return cookies
  }

  return {
    remember(url, header) {
      for (const line of [header ?? []].flat()) {
        const [pair = '', ...attributes] = line.split(';')
        const [name = '', ...value] = pair.split('=')
        const gone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
        if (gone) jarOf(url).delete(name.trim())
        else jarOf(url).set(name.trim(), value.join('=').trim())
      }
    },
    header: (url) => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; '),
    get: (url, name) => jarOf(url).get(name),
  }
}
