import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { ApiError, type Client, createClient, isApiError, UnexpectedResponseError } from '../src/index.ts'

interface Sent {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string
}

describe('createClient', () => {
  let server: Server
  let client: Client
  let baseUrl: string
  let sent: Sent[]
  let reply: Reply

  before(async () => {
    server = createServer(async (req, res) => {
      const { method, url, headers } = req
      sent.push({ method, url, headers, body: await text(req) })
      res.writeHead(reply.status, { 'x-request-id': 'request-1', ...reply.headers }).end(reply.body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    client = createClient({ baseUrl: `${baseUrl}/`, apiKey: 'key-1', maxRetries: 0 })
  })
  beforeEach(() => {
    sent = []
    reply = { status: 200, body: '{}' }
  })
  after(() => server.close())

  it('rejects a URL without its scheme, to which nothing can be sent', () => {
    for (const wrong of ['localhost:8080', 'carillon:8080/', 'ftp://carillon.example.com']) {
      expect(() => createClient({ baseUrl: wrong })).to.throw(TypeError, `not "${wrong}"`)
    }
    for (const right of ['', '/proxied', 'HTTPS://carillon.example.com']) createClient({ baseUrl: right })
  })

  it('takes the defaults of options that are undefined, as they are without `exactOptionalPropertyTypes`', async () => {
    const names = ['fetch', 'timeoutMs', 'maxRetries', 'publishWithinMs', 'lookupTimeoutMs']
    const options: object = Object.fromEntries(names.map((name) => [name, undefined]))
    const given = createClient({ baseUrl, ...options })
    await given.messages.send({ platform: 'x', accountId: 'a', recipient: 'r', text: 'Hi' } as never)
    expect(sent).to.have.length(1)
    const error = { code: 'temporarily_unavailable', message: 'Try again.' }
    reply = { status: 503, headers: { 'retry-after': '0' }, body: JSON.stringify({ error }) }
    await thrownBy(given.get('/profiles'))
    expect(sent).to.have.length(4)
  })

  const thrownBy = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('nothing was thrown'),
      (thrown: unknown) => thrown,
    )

  it('sends the key, the parameters of the path percent-encoded, and the query', async () => {
    await client.delete('/posts/{postId}', {
      path: { postId: 'at://did:plc:a/b?' },
      query: { platform: 'bluesky', accountId: 'a&b' },
    })
    expect(sent[0]?.method).to.equal('DELETE')
    expect(sent[0]?.url).to.equal('/api/v1/posts/at%3A%2F%2Fdid%3Aplc%3Aa%2Fb%3F?platform=bluesky&accountId=a%26b')
    expect(sent[0]?.headers).to.deep.include({ authorization: 'Bearer key-1', accept: 'application/json' })
    expect(sent[0]?.headers).not.to.have.property('content-type')
  })

  it('sends a body as JSON, with the headers of the operation', async () => {
    await client.post('/profiles', { body: { name: 'Ä' }, headers: { 'Idempotency-Key': 'once' } })
    expect(sent[0]?.body).to.equal('{"name":"Ä"}')
    expect(sent[0]?.headers).to.deep.include({ 'content-type': 'application/json', 'idempotency-key': 'once' })
  })

  it('sends a form as multipart', async () => {
    const body = new FormData()
    body.set('platform', 'facebook')
    await client.post('/posts', { body })
    expect(sent[0]?.headers['content-type']).to.match(/^multipart\/form-data; boundary=/)
    expect(sent[0]?.body).to.include('name="platform"')
  })

  it('returns the status, the body and the id of the request', async () => {
    reply = { status: 201, body: '{"name":"Ä"}' }
    const { headers, ...result } = await client.post('/profiles', { body: { name: 'Ä' } })
    expect(result).to.deep.equal({ status: 201, data: { name: 'Ä' }, requestId: 'request-1' })
    expect(headers.get('x-request-id')).to.equal('request-1')
  })

  it('returns no data for a response without a body', async () => {
    reply = { status: 204 }
    const query = { platform: 'x', accountId: 'a' } as const
    const { status, data } = await client.delete('/posts/{postId}', { path: { postId: '1' }, query })
    expect([status, data]).to.deep.equal([204, undefined])
  })

  it('throws an error of the API with what it says', async () => {
    const docUrl = 'https://api.example.com/docs/errors#profile_name_conflict'
    const error = { code: 'profile_name_conflict', message: 'Taken.', details: { existingProfileId: 'p' }, docUrl }
    reply = { status: 409, headers: { 'retry-after': '7' }, body: JSON.stringify({ error }) }
    const thrown = await thrownBy(client.post('/profiles', { body: { name: 'a' } }))
    expect(thrown).to.be.instanceOf(ApiError)
    expect(thrown).to.deep.include({ ...error, status: 409, requestId: 'request-1', retryAfterSeconds: 7 })
    expect(isApiError(thrown, 'profile_name_conflict') && thrown.details?.existingProfileId).to.equal('p')
    expect(isApiError(thrown)).to.equal(true)
    expect(isApiError(thrown, 'unauthorized')).to.equal(false)
  })

  for (const [what, status, body] of [
    ['an error page of a proxy', 502, '<html>Bad gateway</html>'],
    ['JSON that is not an error envelope', 500, '{"message":"no"}'],
    ['an empty error', 503, ''],
    ['a page in the place of a result', 200, '<html>'],
  ] as const) {
    it(`throws ${what} as what it is`, async () => {
      reply = { status, body }
      const thrown = await thrownBy(client.get('/profiles'))
      expect(thrown).to.be.instanceOf(UnexpectedResponseError)
      expect(thrown).to.include({ status, body })
    })
  }

  it('ends with the signal', async () => {
    const thrown = await thrownBy(client.get('/profiles', { signal: AbortSignal.abort(new Error('enough')) }))
    expect(thrown).to.have.property('message', 'enough')
  })

  it('names a parameter of the path that is missing', async () => {
    const path: { profileId: string } = JSON.parse('{}')
    expect(await thrownBy(client.get('/profiles/{profileId}', { path }))).to.match(/needs path\.profileId/)
  })

  it('has the types of the document', () => {
    // Compiled only: each line below an expected error would otherwise be accepted.
    const rejected = () => [
      // @ts-expect-error there is no such path
      client.get('/nothing'),
      // @ts-expect-error the path has no such method
      client.put('/posts'),
      // @ts-expect-error the platform is required
      client.get('/comments', { query: { accountId: 'a' } }),
      // @ts-expect-error options are required
      client.get('/comments'),
      // @ts-expect-error an Instagram post has an image
      client.post('/posts', { body: { platform: 'instagram', accountId: 'a', caption: 'b' } }),
      // @ts-expect-error a GET has no body
      client.get('/profiles', { body: {} }),
    ]
    expect(rejected).to.be.a('function')
  })
})
