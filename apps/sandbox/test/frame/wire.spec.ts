import { expect } from 'chai'
import express, { Router } from 'express'
import type { NetworkFactory } from '../../src/network.ts'
import { startSandbox } from '../../src/sandbox.ts'
import { allTests } from '../fixture.ts'

const network: NetworkFactory = {
  name: 'wired',
  make: () => {
    const router = Router()
    router.use(express.raw({ type: () => true, limit: '2mb' }))
    router.get('/gone', (_request, response) => void response.status(204).end())
    router.use((_request, response) => void response.json({ access_token: 'EAAsecret', expires_in: 60 }))
    return {
      name: 'wired',
      router,
      operation: ({ path }) => path.slice(1),
      sendFault: (_fault, _request, response) => void response.status(500).json({}),
      revokeTokens: () => undefined,
      state: () => ({ accounts: [], posts: [] }),
      person: {},
    }
  },
}

describe('the journal with calls as they went over the wire', () => {
  const sandbox = allTests(() => startSandbox({ networks: [network] }))

  async function exchange(path: string, init?: RequestInit) {
    await (await fetch(`${sandbox.url}/wired${path}`, init)).text()
    const journal = await (await fetch(`${sandbox.url}/journal?bodies=wire`)).text()
    expect(journal).to.not.include('EAAsecret')
    // biome-ignore lint/suspicious/noExplicitAny: the bodies are JSON of any shape
    return (JSON.parse(journal) as any[]).at(-1)
  }

  it('keeps names, types, order and repeated names, and masks the values of secrets', async () => {
    const query = 'b=1&a=2&b=3&access_token=EAAsecret&next=https%3A%2F%2Fa.example%3Faccess_token%3DEAAsecret'
    const { request, response } = await exchange(`/json?${query}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer EAAsecret',
        'access-token': 'EAAsecret',
        'content-type': 'application/json',
        'x-offset': '7',
      },
      body: JSON.stringify({ total: 7, text: '7', secret: 'EAAsecret', pin: '123456', none: null }),
    })
    expect(request.query).to.deep.equal([
      ['b', '1'],
      ['a', '2'],
      ['b', '3'],
      ['access_token', 'masked'],
      ['next', 'https://a.example?access_token=masked'],
    ])
    expect(request.headers).to.deep.include(['authorization', 'Bearer masked'])
    expect(request.headers).to.deep.include(['access-token', 'masked'])
    expect(request.headers).to.deep.include(['x-offset', '7'])
    const json = { total: 7, text: '7', secret: 'masked', pin: '000000', none: null }
    expect(request.body).to.deep.equal({ kind: 'json', contentType: 'application/json', json })
    expect(response.body.json).to.deep.equal({ access_token: 'masked', expires_in: 60 })
  })

  it('shows forms as pairs and the parts of a multipart body', async () => {
    const form = new URLSearchParams({ grant_type: 'g', code: 'EAAsecret' })
    const sent = await exchange('/form', { method: 'POST', body: form })
    expect(sent.request.body.form).to.deep.equal([
      ['grant_type', 'g'],
      ['code', 'masked'],
    ])
    const parts = new FormData()
    parts.append('offset', '12')
    parts.append('token', 'EAAsecret')
    parts.append('chunk', new Blob([new Uint8Array(9)], { type: 'video/mp4' }), 'a.mp4')
    const { request } = await exchange('/multipart', { method: 'POST', body: parts })
    expect(request.body.parts).to.deep.equal([
      { name: 'offset', fileName: null, contentType: null, value: '12', bytes: 2 },
      { name: 'token', fileName: null, contentType: null, value: 'masked', bytes: 9 },
      { name: 'chunk', fileName: 'a.mp4', contentType: 'video/mp4', value: null, bytes: 9 },
    ])
  })

  it('says when there is no body, and when it is not a text or too long', async () => {
    const gone = await exchange('/gone')
    expect([gone.request.body, gone.response.body]).to.deep.equal([{ kind: 'none' }, { kind: 'none' }])
    const body = JSON.stringify({ text: 'x'.repeat(256 * 1024) })
    const headers = { 'content-type': 'application/json' }
    const { request } = await exchange('/long', { method: 'POST', body, headers })
    expect(request.body).to.deep.equal({ kind: 'bytes', contentType: 'application/json', bytes: body.length })
  })
})
