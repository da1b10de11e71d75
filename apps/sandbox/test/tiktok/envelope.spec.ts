import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { lena, startDouble } from './double.ts'

describe('tiktok: every call', () => {
  const double = eachTest(startDouble)
  const tokens = eachTest(() => double.connect())

  const settings = '/business/video/settings/'

  async function raw(path: string, init: RequestInit = {}) {
    const response = await fetch(`${double.api}${path}`, init)
    return {
      status: response.status,
      body: (await response.json()) as { code: number; message: string; request_id: string },
    }
  }

  it('returns a rejection with HTTP 200 and an envelope', async () => {
    const { status, body } = await raw(`${settings}?business_id=${lena}`)
    expect(status).to.equal(200)
    expect(body).to.include({ code: 40104 }).and.to.have.all.keys('code', 'message', 'request_id', 'data')
    expect(body.request_id).to.match(/^20261120120000[0-9A-F]+$/)
  })

  it('rejects a token with a Bearer prefix, and a wrong one', async () => {
    const call = (token: string) => double.get(settings, { business_id: lena }, { 'access-token': token })
    expect((await call(`Bearer ${tokens.access_token}`)).code).to.equal(40105)
    expect((await call('act.wrong')).code).to.equal(40105)
    expect((await call(tokens.access_token)).code).to.equal(0)
  })

  it('does not know a path without its final slash, nor another method', async () => {
    const account = double.account(tokens)
    expect((await account.get('/business/video/settings')).code).to.equal(40006)
    expect((await account.post(settings)).code).to.equal(40006)
    expect((await account.get('/business/videos/list/')).code).to.equal(40006)
  })

  it('rejects an unknown, a repeated and a missing parameter by name', async () => {
    const account = double.account(tokens)
    expect(await account.get(settings, { colour: 'red' })).to.include({
      code: 40002,
      message: 'colour: Unknown field.',
    })
    const headers = { 'access-token': tokens.access_token }
    const repeated = await raw(`${settings}?business_id=${lena}&business_id=${lena}`, { headers })
    expect(repeated.body).to.include({ code: 40002, message: 'business_id: Given more than once.' })
    expect((await raw(settings, { headers })).body.message).to.match(/^business_id: Missing/)
  })

  it('rejects a body that is not JSON or not announced as such', async () => {
    const path = '/business/video/publish/'
    const headers = { 'access-token': tokens.access_token }
    const form = await raw(path, { method: 'POST', headers, body: new URLSearchParams({ business_id: lena }) })
    expect(form.body.code).to.equal(40002)
    const json = { ...headers, 'content-type': 'application/json' }
    expect((await raw(path, { method: 'POST', headers: json, body: '{' })).body.code).to.equal(40002)
    expect((await raw(path, { method: 'POST', headers: json, body: '[]' })).body.code).to.equal(40002)
  })

  it("rejects another person's account", async () => {
    const headers = { 'access-token': tokens.access_token }
    const other = await double.get(settings, { business_id: '_000sandboxSoloDancer000000000000003' }, headers)
    expect(other.code).to.equal(40001)
  })

  it('throttles the 41st call of a minute on one endpoint of one account only', async () => {
    const account = double.account(tokens)
    const codes = new Set<number>()
    for (let call = 0; call < 40; call += 1) codes.add((await account.get(settings)).code)
    expect([...codes]).to.deep.equal([0])
    expect((await account.get(settings)).code).to.equal(40100)
    expect((await account.get('/business/get/')).code).to.equal(0)
    expect((await double.account(await double.connect('solo.dancer')).get(settings)).code).to.equal(0)
  })

  it('blocks the endpoint for five minutes after the limit was exceeded, whether it is called meanwhile or not', async () => {
    const account = double.account(tokens)
    for (let call = 0; call < 40; call += 1) expect((await account.get(settings)).code).to.equal(0)
    expect((await account.get(settings)).code).to.equal(40100)
    double.advance(60_000)
    expect((await account.get(settings)).code).to.equal(40100)
    double.advance(239_999)
    expect((await account.get(settings)).code).to.equal(40100)
    double.advance(1)
    expect((await account.get(settings)).code).to.equal(0)
  })

  it('does not block an endpoint that was called no more often than the limit', async () => {
    const account = double.account(await double.connect('solo.dancer'))
    for (let minute = 0; minute < 3; minute += 1) {
      double.advance(60_000)
      for (let call = 0; call < 40; call += 1) expect((await account.get(settings)).code).to.equal(0)
    }
  })
})
