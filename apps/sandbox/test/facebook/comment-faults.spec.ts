import { expect } from 'chai'
import { metaNetworks } from '../../src/networks.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'

/** What the tests look into is JSON of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any

const SCOPES = 'pages_show_list,pages_read_engagement,pages_read_user_content,pages_manage_engagement'

describe('facebook: comments in the sandbox', () => {
  let sandbox: Sandbox
  let token: string
  let on: string

  const json = async (path: string, init?: RequestInit): Promise<Json> =>
    (await fetch(`${sandbox.url}${path}`, init)).json()
  const send = (path: string, body: unknown) =>
    json(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const act = (name: string, body: Record<string, unknown>) => send(`/person/${name}`, { network: 'facebook', ...body })
  const graph = (path: string, init?: RequestInit) =>
    fetch(`${sandbox.url}/facebook/v25.0/${path}?access_token=${token}`, init)
  const write = (message: string) => graph(`${on}/comments`, { method: 'POST', body: new URLSearchParams({ message }) })
  const texts = async () =>
    (await json('/state/facebook')).comments.filter(({ postId }: Json) => postId === on).map(({ text }: Json) => text)

  before(async () => {
    sandbox = await startSandbox({ networks: metaNetworks() })
    const { environment } = sandbox
    const app = { client_id: environment['FACEBOOK_CLIENT_ID'] ?? '', redirect_uri: 'http://127.0.0.1:9/callback' }
    const query = new URLSearchParams({ ...app, scope: SCOPES })
    const authorizationUrl = `${environment['FACEBOOK_HOST_WEB']}/v25.0/dialog/oauth?${query}`
    const { finalUrl } = await send('/person/consent', { authorizationUrl, decision: 'approve' })
    const exchange = new URLSearchParams({
      ...app,
      client_secret: environment['FACEBOOK_CLIENT_SECRET'] ?? '',
      code: new URL(finalUrl).searchParams.get('code') ?? '',
    })
    const { access_token } = await json(`/facebook/v25.0/oauth/access_token?${exchange}`)
    token = (await json(`/facebook/v25.0/me/accounts?access_token=${access_token}`)).data[0].access_token
    on = (await act('post', { as: 'Lindqvist Bakery' })).id
  })
  after(() => sandbox.close())

  it('are written although the response is lost, and throttled in the words of a Page', async () => {
    await send('/faults', { network: 'facebook', operation: 'comments.create', fault: 'accept-then-drop', times: 1 })
    const outcome = await write('Lost').then(
      () => 'responded',
      () => 'broken',
    )
    expect([outcome, await texts()]).to.deep.equal(['broken', ['Lost']])
    await send('/faults', { network: 'facebook', operation: 'comments.list', fault: 'throttle', times: 1 })
    const limited = await graph(`${on}/comments`)
    expect([limited.status, ((await limited.json()) as Json).error.code]).to.deep.equal([429, 80001])
  })

  it('are in the journal with their bodies and without tokens', async () => {
    await write('For the record')
    const journal = await json('/journal?network=facebook&bodies=true')
    const { operation, request, response } = journal.at(-1)
    expect([operation, request]).to.deep.equal(['comments.create', { query: {}, body: { message: 'For the record' } }])
    expect(response).to.have.all.keys('id')
    expect(JSON.stringify(journal)).to.not.include(token)
  })

  it('end for one Page when its tokens are revoked', async () => {
    const rejected = await send('/faults', { network: 'facebook', fault: 'revoke-token', as: 'Nobody Ltd' })
    expect(rejected.message).to.equal('as: facebook has no account Nobody Ltd')
    await send('/faults', { network: 'facebook', fault: 'revoke-token', as: 'Ferrer Cycling' })
    expect((await graph(`${on}/comments`)).status).to.equal(200)
    await send('/faults', { network: 'facebook', fault: 'revoke-token', as: 'Lindqvist Bakery' })
    const ended = await graph(`${on}/comments`)
    expect([ended.status, ((await ended.json()) as Json).error.code]).to.deep.equal([401, 190])
  })
})
