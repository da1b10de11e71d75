/** The cookies of a simulated browser, separate for each host and shared between its ports. */
export interface CookieJar {
  /** Stores the cookies of `Set-Cookie`, or deletes those with `Max-Age=0`. Other attributes are ignored. */
  remember(url: string, header: string | string[] | undefined): void
  /** Returns the `Cookie` header for a URL; empty if there are no cookies. */
  header(url: string): string
  get(url: string, name: string): string | undefined
}

/** Creates an empty cookie jar. */
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
