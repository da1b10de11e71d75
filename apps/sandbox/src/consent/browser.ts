import { createCookieJar } from './cookie-jar.ts'

/** The response to a request of a simulated browser, or that no server responded. */
export interface Page {
  /** The URL of the request; if redirects were followed, of the last one. */
  url: string
  /** The HTTP status; null if no server responded. */
  status: number | null
  contentType: string
  body: string
}

export interface Browser {
  /** The visited URLs, in order. */
  chain: string[]
  /**
   * Opens a URL, or posts a form to it, and follows redirects. Returns the first response that is not a redirect; its
   * `status` is null if no server responded.
   * @throws Error for more than 20 redirects
   */
  visit(url: string, options?: { form?: URLSearchParams; referrer?: string; site?: FetchSite }): Promise<Page>
  /**
   * Sends a JSON request as a script on the page at `referrer` would, and does not follow redirects. Rejects if no
   * server responds.
   */
  call(url: string, options: { json: unknown; referrer: string; headers?: Record<string, string> }): Promise<Page>
  cookie(url: string, name: string): string | undefined
}

/**
 * The values of the header `Sec-Fetch-Site`.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header (read 2026-11-20)
 */
type FetchSite = 'none' | 'same-origin' | 'cross-site'

const MAX_REDIRECTS = 20
const HOP_TIMEOUT_MS = 60_000

const navigationHeaders = (site: FetchSite, referrer: string | undefined): Record<string, string> => ({
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': site,
  ...(referrer === undefined ? {} : { referer: referrer }),
})

const scriptHeaders = (referrer: string): Record<string, string> => ({
  accept: 'application/json',
  'content-type': 'application/json',
  origin: new URL(referrer).origin,
  referer: referrer,
  'sec-fetch-mode': 'same-origin',
  'sec-fetch-dest': 'empty',
  'sec-fetch-site': 'same-origin',
})

type Response = Pick<Page, 'status' | 'body'> & { headers: Record<string, string | string[] | undefined> }

/** Builds the page that a response shows; one without status if no server responded. */
function pageOf(url: string, response: Response | undefined): Page {
  const { status = null, headers = {}, body = '' } = response ?? {}
  return { url, status, contentType: String(headers['content-type'] ?? ''), body }
}

/**
 * Creates a simulated browser with an empty cookie jar. As in real browsers, cookies are shared between the ports of a
 * host.
 */
export function openBrowser(): Browser {
  const jar = createCookieJar()
  const chain: string[] = []

  async function send(url: string, method: 'GET' | 'POST', headers: Record<string, string>, body: string | null) {
    const cookie = jar.header(url)
    // Its modules are a fifth of what the sandbox would load when it starts.
    const { request } = await import('undici')
    const response = await request(url, {
      method,
      headers: { 'user-agent': 'Mozilla/5.0 (sandbox person)', ...headers, ...(cookie === '' ? {} : { cookie }) },
      body,
      headersTimeout: HOP_TIMEOUT_MS,
      bodyTimeout: HOP_TIMEOUT_MS,
    })
    jar.remember(url, response.headers['set-cookie'])
    return { status: response.statusCode, headers: response.headers, body: await response.body.text() }
  }

  return {
    chain,
    cookie: jar.get,
    async visit(url, { form, referrer, site = 'none' } = {}) {
      let [at, posting] = [url, form]
      const headers = navigationHeaders(site, referrer)
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        chain.push(at)
        const extra = posting === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
        const from: string = at
        const response = await send(
          at,
          posting ? 'POST' : 'GET',
          { ...headers, ...extra },
          posting?.toString() ?? null,
        ).catch(() => undefined)
        const { location } = response?.headers ?? {}
        if (response === undefined) return pageOf(at, undefined)
        if (response.status < 300 || response.status > 399 || typeof location !== 'string') return pageOf(at, response)
        at = new URL(location, from).href
        if (new URL(at).origin !== new URL(from).origin) headers['sec-fetch-site'] = 'cross-site'
        if (response.status !== 307 && response.status !== 308) posting = undefined
      }
      throw new Error(`More than ${MAX_REDIRECTS} redirects`)
    },
    async call(url, { json, referrer, headers = {} }) {
      return pageOf(url, await send(url, 'POST', { ...scriptHeaders(referrer), ...headers }, JSON.stringify(json)))
    },
  }
}
