import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import express, { Router } from 'express'
import { recordExchange } from '../../src/bodies/exchange.ts'
import { createJournal } from '../../src/journal.ts'
import type { NetworkFactory } from '../../src/network.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { eachTest } from '../fixture.ts'
import { testNetwork } from './test-network.ts'

/** Reads any body, and responds like a token endpoint, a list and a download. */
const talkative: NetworkFactory = {
  name: 'talkative',
  make: (context) => {
    const router = Router()
    const next = 'https://graph.example/list?limit=2&access_token=EAAsecret&after=abc'
    router.use(express.raw({ type: () => true, limit: '2mb' }))
    router.post('/token', (_request, response) => void response.json({ access_token: 'EAAsecret', scope: 'read' }))
    router.get('/list', (_request, response) => void response.json({ code: 0, data: [{ id: '1' }], paging: { next } }))
    router.get('/bytes', (_request, response) => void response.type('image/png').send(Buffer.alloc(10)))
    router.get('/long', (_request, response) => void response.json({ text: 'x'.repeat(256 * 1024) }))
    router.post('/any', (_request, response) => void response.json({ ok: true }))
    return {
      name: 'talkative',
      router,
      operation: ({ path }) => path.slice(1),
      sendFault: (_fault, _request, response) => void response.status(500).json({}),
      revokeTokens: () => undefined,
      state: () => ({ accounts: [], posts: [], at: context.now() }),
      person: {},
    }
  },
}

describe('the journal with bodies', () => {
  const sandbox = eachTest(() => startSandbox({ networks: [testNetwork, talkative] }))

  const call = async (path: string, init?: RequestInit) => (await fetch(`${sandbox.url}/talkative${path}`, init)).text()
  // biome-ignore lint/suspicious/noExplicitAny: the bodies are JSON of any shape
  const last = async (): Promise<any> =>
    ((await (await fetch(`${sandbox.url}/journal?bodies=true`)).json()) as unknown[]).at(-1)
  const send = (url: string, body: unknown) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  it('adds the request and the response', async () => {
    await send(`${sandbox.url}/notes/notes?draft=no&tag=a&tag=b`, { text: 'hello' })
    expect(await last()).to.deep.include({
      operation: 'notes.create',
      status: 201,
      request: { query: { draft: 'no', tag: ['a', 'b'] }, body: { text: 'hello' } },
      response: { id: '1', text: 'written down as asked' },
    })
    const plain = (await (await fetch(`${sandbox.url}/journal`)).json()) as object[]
    expect(plain[0]).to.not.have.any.keys('request', 'response')
    expect((await fetch(`${sandbox.url}/journal?bodies=yes`)).status).to.equal(400)
  })

  it('leaves tokens, secrets and authorization codes out, wherever they are', async () => {
    const form = new URLSearchParams({ client_id: 'app', client_secret: 'hush', code: 'c0de', grant_type: 'g' })
    await call('/token?appsecret_proof=aa&v=1', { method: 'POST', body: form })
    expect(await last()).to.deep.include({
      request: { query: { v: '1' }, body: { client_id: 'app', grant_type: 'g' } },
      response: { scope: 'read' },
    })
    await call('/list?access_token=EAAsecret')
    const listed = await last()
    expect(JSON.stringify(listed)).to.not.include('EAAsecret')
    expect(listed.response).to.deep.include({ code: 0, data: [{ id: '1' }] })
    expect(listed.response.paging.next).to.include('limit=2').and.to.include('after=abc')
  })

  it('keeps the number of an error and a code deeper in a body', async () => {
    await send(`${sandbox.url}/talkative/any`, { code: 'c0de', language: { code: 'en_US' }, pin: '123456' })
    expect((await last()).request.body).to.deep.equal({ language: { code: 'en_US' } })
  })

  it('tells type and length of what is not a text or too long', async () => {
    await call('/bytes')
    expect((await last()).response).to.deep.equal({ contentType: 'image/png', bytes: 10 })
    await call('/long')
    expect((await last()).response).to.deep.equal({ contentType: 'application/json', bytes: 256 * 1024 + 11 })
    await call('/any', { method: 'POST', body: new Uint8Array(1024 * 1024), headers: { 'content-type': 'video/mp4' } })
    expect((await last()).request.body).to.deep.equal({ contentType: 'video/mp4', bytes: 1024 * 1024 })
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'constructor' }
    await call('/any', { method: 'POST', body: 'no such encoding', headers })
    expect((await last()).request.body).to.deep.equal({ contentType: 'text/plain', bytes: 16 })
  })

  it('has bodies of a call whose path has an empty segment', async () => {
    await call('//v1.0/any')
    expect(await last()).to.deep.include({ path: '//v1.0/any', status: 404 })
  })

  it('is not full because of bodies that are too long to keep', () => {
    const journal = createJournal()
    const upload = (bytes: number) => {
      const request = new IncomingMessage(new Socket())
      const exchange = recordExchange(request, new ServerResponse(request))
      request.push(Buffer.alloc(bytes))
      const call = { network: 'talkative', operation: 'any', method: 'POST', path: '/any' }
      journal.keepBodies(journal.open(call), exchange)
      return exchange.size()
    }
    expect([upload(1000), upload(97 * 1024 * 1024)]).to.deep.equal([1000, 0])
    const bodies = journal.readWithBodies({}).map(({ request }) => request?.body)
    expect(bodies).to.deep.equal([1000, 97 * 1024 * 1024].map((bytes) => ({ contentType: '', bytes })))
  })

  it('shows null for a response that was never sent, and the sent part of one that was cut off', async () => {
    const fault = (kind: string) => send(`${sandbox.url}/faults`, { network: 'notes', fault: kind, times: 1 })
    const write = () =>
      send(`${sandbox.url}/notes/notes`, { text: 'hello' })
        .then((result) => result.text())
        .catch(() => '')
    await fault('accept-then-drop')
    await write()
    expect(await last()).to.deep.include({ request: { query: {}, body: { text: 'hello' } }, response: null })
    await fault('truncate')
    await write()
    expect((await last()).response).to.match(/^\{"id":/)
    await fault('accept-then-500')
    await write()
    expect((await last()).response).to.deep.equal({ fault: 'accept-then-500' })
  })
})
