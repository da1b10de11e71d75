import { expect } from 'chai'
import nock from 'nock'
import type { OutboundError } from '../src/index.ts'
import { collectingOutbound, failure } from './peer.ts'

// Importing it replaces the sockets of the whole process; the other files here need real ones.
nock.restore()

const LABELS = { network: 'example', operation: 'posts.create' }

describe('under nock, as the tests of adapters use it', () => {
  const { outbound } = collectingOutbound()

  before(() => {
    nock.activate()
    nock.disableNetConnect()
  })
  afterEach(() => nock.cleanAll())
  after(async () => {
    nock.enableNetConnect()
    nock.restore()
    await outbound.close()
  })

  it('responds to a call and sees its query, headers and JSON', async () => {
    const scope = nock('https://api.example.test', { reqheaders: { authorization: 'Bearer t' } })
      .post('/v1/posts', { text: 'hello' })
      .query({ fields: 'id' })
      .reply(201, { id: '1' }, { 'x-limit': '9' })
    const response = await outbound.request({
      ...LABELS,
      method: 'POST',
      url: 'https://api.example.test/v1/posts?fields=id',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'hello' }),
    })
    expect([response.status, response.json(), response.headers.get('x-limit')]).to.deep.equal([201, { id: '1' }, '9'])
    expect(scope.isDone()).to.equal(true)
  })

  it('responds to form data and streams', async () => {
    const bodies: string[] = []
    nock('https://api.example.test')
      .post('/upload', (body) => {
        bodies.push(String(body))
        return true
      })
      .twice()
      .reply(200, {})
    const form = new FormData()
    form.append('file', new Blob(['VIDEO']), 'a.mp4')
    const call = { ...LABELS, method: 'POST', url: 'https://api.example.test/upload' }
    await outbound.request({ ...call, body: form })
    async function* video() {
      yield Buffer.from('VI')
      yield Buffer.from('DEO')
    }
    await outbound.request({ ...call, body: video(), contentLength: 5 })
    expect(bodies[0]).to.contain('VIDEO')
    expect(bodies[1]).to.equal('VIDEO')
  })

  it('plays a broken connection', async () => {
    nock('https://api.example.test')
      .get('/')
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    const error = await failure(outbound.request({ ...LABELS, method: 'GET', url: 'https://api.example.test/' }))
    expect((error as OutboundError).kind).to.equal('network')
  })

  it('simulates a peer that never responds', async () => {
    nock('https://api.example.test')
      .get('/')
      .reply(200, () => new Promise<string>(() => undefined))
    const url = 'https://api.example.test/'
    const error = await failure(outbound.request({ ...LABELS, method: 'GET', url, timeoutMs: 50 }))
    expect(error).to.include({ kind: 'timeout', sent: true })
  })

  it('responds to guarded calls to allowed origins', async () => {
    // nock's sockets have no address that the guard could judge.
    const guarding = collectingOutbound({ allowedOrigins: ['https://videos.example.test'] }).outbound
    nock('https://videos.example.test').get('/a.mp4').reply(200, 'VIDEO')
    const response = await guarding.guarded({ ...LABELS, url: 'https://videos.example.test/a.mp4' })
    expect(await response.text()).to.equal('VIDEO')
    await guarding.close()
  })
})
