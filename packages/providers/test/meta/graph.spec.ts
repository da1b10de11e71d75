import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import nock from 'nock'
import { readDialect } from '../../src/facebook/errors.ts'
import { timeOf } from '../../src/json.ts'
import { callGraph, encodeParameters, graphPage } from '../../src/meta/graph.ts'
import { parseGraphJson } from '../../src/meta/graph-json.ts'
import { readAllPages } from '../../src/meta/read-pages.ts'
import { appCall, graph } from '../facebook/network.ts'
import { failureOf, intercept } from '../fake-call.ts'

const request = { method: 'GET', host: graph, path: '/me', operation: 'accounts.get', access: { token: 't' } } as const

describe('calling Graph', () => {
  intercept()

  it('names the version, carries the token as a header and proves the secret', async () => {
    const proof = createHmac('sha256', 'shh').update('t').digest('hex')
    nock(graph, { reqheaders: { authorization: 'Bearer t' } })
      .get('/v25.0/me')
      .query({ fields: 'id', appsecret_proof: proof })
      .reply(200, { id: '1' })
    const access = { token: 't', appSecret: 'shh' }
    expect(await callGraph(appCall(), readDialect, { ...request, access, query: { fields: 'id' } })).to.deep.equal({
      id: '1',
    })
  })

  it('writes lists as JSON in a form and leaves out what is undefined', () => {
    const encoded = encodeParameters({ list: [{ media_fbid: '1' }], yes: true, none: undefined, number: 3 })
    expect(Object.fromEntries(encoded)).to.deep.equal({ list: '[{"media_fbid":"1"}]', yes: 'true', number: '3' })
  })

  it('repeats a read whose response was lost and never anything else', async () => {
    nock(graph).get('/v25.0/me').reply(503, 'busy').get('/v25.0/me').reply(200, {})
    await callGraph(appCall(), readDialect, request)
    nock(graph).post('/v25.0/me').reply(503, 'busy')
    expect(await failureOf(callGraph(appCall(), readDialect, { ...request, method: 'POST' }))).to.include({
      code: 'provider_error',
      outcome: 'indeterminate',
    })
    nock(graph).get('/v25.0/me').reply(503, 'busy')
    await failureOf(callGraph(appCall(), readDialect, { ...request, retry: 'none' }))
  })

  it('calls a success that it cannot read unclear', async () => {
    nock(graph).post('/v25.0/me').reply(200, '<html>')
    expect(await failureOf(callGraph(appCall(), readDialect, { ...request, method: 'POST' }))).to.include({
      outcome: 'indeterminate',
    })
  })

  it('takes an error for one whatever its status', async () => {
    nock(graph)
      .get('/v25.0/me')
      .reply(200, { error: { code: 190, message: 'x', type: 'OAuthException' } })
    expect(await failureOf(callGraph(appCall(), readDialect, request))).to.include({ code: 'connection_expired' })
  })

  it('follows cursors and never the address that carries the token', async () => {
    const next = `${graph}/v25.0/me/accounts?access_token=t&after=a1`
    nock(graph)
      .get('/v25.0/me/accounts')
      .query({ limit: '1' })
      .reply(200, { data: [{ id: '1' }], paging: { cursors: { after: 'a1' }, next } })
      .get('/v25.0/me/accounts')
      .query({ limit: '1', after: 'a1' })
      .reply(200, { data: [{ id: '2' }], paging: { cursors: { after: 'a2' } } })
    const items = await readAllPages(appCall(), readDialect, { ...request, path: '/me/accounts', query: { limit: 1 } })
    expect(items).to.deep.equal([{ id: '1' }, { id: '2' }])
    expect(graphPage({ data: [{ id: '2' }], paging: { cursors: { after: 'a2' } } }).after).to.equal(null)
  })

  describe('takes no list for a whole one', () => {
    const all = { ...request, path: '/me/accounts' }
    function mockPages(...afters: string[]): void {
      for (const after of afters) {
        const paging = { cursors: { after }, next: `${graph}/next` }
        nock(graph)
          .get('/v25.0/me/accounts')
          .query(true)
          .reply(200, { data: [{ id: '1' }], paging })
      }
    }

    it('if it has more pages than are read', async () => {
      mockPages('a1', 'a2')
      const reading = readAllPages(appCall(), readDialect, { ...all, maxPages: 2 })
      expect(await failureOf(reading)).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    })

    it('if its cursors repeat themselves', async () => {
      mockPages('a1', 'a2', 'a1')
      expect(await failureOf(readAllPages(appCall(), readDialect, all))).to.include({
        code: 'provider_error',
        outcome: 'indeterminate',
      })
    })
  })
})

describe("Graph's JSON", () => {
  it('keeps every digit of an id that came as a number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (id) => {
        expect(String((parseGraphJson(`{"id":${id}}`) as { id: unknown }).id)).to.equal(String(id))
        expect(String(parseGraphJson(` -${id}`))).to.equal(String(-id))
        expect((parseGraphJson(`{"ids": [1,\n${id}]}`) as { ids: unknown[] }).ids.map(String)[1]).to.equal(String(id))
      }),
    )
  })

  it('leaves all other values as they are', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const numbers = text.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi) ?? []
        fc.pre(numbers.every((number) => !/^-?\d+$/.test(number) || Number.isSafeInteger(Number(number))))
        expect(parseGraphJson(text)).to.deep.equal(JSON.parse(text))
      }),
    )
  })

  it('reads times with an offset that has no colon', () => {
    expect(timeOf('2019-05-17T16:24:04+0000')).to.equal('2019-05-17T16:24:04.000Z')
    expect(timeOf('2019-05-17T16:24:04-0730')).to.equal('2019-05-17T23:54:04.000Z')
    expect(timeOf('yesterday')).to.equal(null)
    expect(timeOf(undefined)).to.equal(null)
  })
})
