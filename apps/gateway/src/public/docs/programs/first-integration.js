import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const { CARILLON_URL, CARILLON_KEY, PLATFORM, PORT = '3000' } = process.env
const appUrl = process.env.APP_URL ?? `http://localhost:${PORT}`

/** Calls the API; throws its error with code, message, requestId and details. */
async function carillon(method, path, body, headers = {}) {
  const response = await fetch(`${CARILLON_URL}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${CARILLON_KEY}`, 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result = await response.json()
  if (response.ok) return result
  throw Object.assign(new Error(result.error.message), result.error)
}

/** Returns the customer who is signed in. Replace it by the session of your app. */
const signedIn = () => ({ id: 'customer-7', name: 'Harbour Café' })

/** Returns the id of a customer's profile. Each customer has one, which is created on first use. */
async function profileOf({ id, name }) {
  try {
    return (await carillon('POST', '/profiles', { name, externalId: id })).id
  } catch (error) {
    // It may be the customer's own, or that of another one with the same name.
    const existingId = error.details?.existingProfileId
    const existing = existingId && (await carillon('GET', `/profiles/${existingId}`))
    if (existing?.externalId !== id) throw error
    return existing.id
  }
}

/** Starts a connection. Returns the URL of the social network, to which the connect button leads. */
async function connect(customer) {
  const profileId = await profileOf(customer)
  const session = await carillon('POST', `/profiles/${profileId}/connect`, {
    platform: PLATFORM,
    redirectUrl: `${appUrl}/connected`,
  })
  return session.authorizationUrl
}

/** Returns the outcome for a browser that comes back. Read it from the session: anybody can type a query string. */
async function connected(customer, sessionId) {
  const profileId = await profileOf(customer)
  const session = await carillon('GET', `/profiles/${profileId}/connect/${encodeURIComponent(sessionId)}`)
  if (session.status === 'completed') return `Connected: ${session.accountIds.join(', ')}`
  return `Not connected: ${session.error?.message ?? session.status}`
}

/** Publishes once: the same request id finds the post again if the response is lost. */
async function publish(customer, text) {
  const profileId = await profileOf(customer)
  const { accounts } = await carillon('GET', `/accounts?profileId=${profileId}`)
  const account = accounts.find(({ status }) => status === 'connected')
  if (!account) return 'Connect an account first.'
  const post = { platform: account.platform, accountId: account.accountId, text }
  const sent = await carillon('POST', '/posts', post, { 'X-Request-Id': randomUUID() })
  return `${sent.publishId} is ${sent.status}`
}

/** Prints events as they happen. Store the cursor where the next start of your app finds it. */
async function followEvents(cursor = '') {
  for (;;) {
    const query = new URLSearchParams({ wait: '20', types: 'publish.*,account.*', ...(cursor && { cursor }) })
    const page = await carillon('GET', `/events?${query}`)
    for (const { type, object } of page.events) console.log(`${type} ${object.id}`)
    cursor = page.cursor
  }
}

const button = '<form method="post" action="/connect"><button>Connect an account</button></form>'
const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

async function respond({ method, url }, res) {
  const { pathname, searchParams } = new URL(url, appUrl)
  const customer = signedIn()
  if (method === 'POST' && pathname === '/connect') {
    res.writeHead(303, { Location: await connect(customer) }).end()
    return
  }
  const texts = {
    'GET /': () => 'Welcome',
    'GET /connected': () => connected(customer, searchParams.get('connectionSessionId') ?? ''),
    'POST /publish': () => publish(customer, 'Good morning'),
  }
  const text = await (texts[`${method} ${pathname}`] ?? (() => 'Not found'))()
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.end(`<p>${escaped(text)}</p>${button}<form method="post" action="/publish"><button>Publish</button></form>`)
}

createServer((req, res) => {
  respond(req, res).catch((error) => res.writeHead(500).end(`${error.code}: ${error.message} (${error.requestId})`))
}).listen(PORT, () => console.log(`Open ${appUrl}`))
followEvents().catch((error) => console.error(error))
