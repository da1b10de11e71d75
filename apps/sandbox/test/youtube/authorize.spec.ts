import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { walkConsent } from '../../src/consent/walk.ts'
import { allTests } from '../fixture.ts'
import { allScopes, redirectUri, scope, startRig } from './rig.ts'

describe('youtube: the consent page', () => {
  const rig = allTests(startRig)

  it('shows which users may consent and a box for each scope', async () => {
    const { status, text } = await rig.call(rig.authorizeUrl())
    expect(status).to.equal(200)
    for (const word of [...allScopes, 'nora.videos', 'viewer.only']) expect(text).to.include(word)
  })

  it('leads back with code, state and what was granted', async () => {
    const back = await rig.decide({ grant: allScopes.slice(0, 2) })
    expect(back.get('state')).to.equal('st4te')
    expect(back.get('code')).to.match(/^4\//)
    expect(back.get('scope')).to.equal(allScopes.slice(0, 2).join(' '))
  })

  it('leads back with access_denied when the person declines or ticks nothing', async () => {
    for (const over of [{ decision: 'deny' }, { grant: [] }]) {
      const back = await rig.decide(over)
      expect([back.get('error'), back.get('state'), back.get('code')]).to.deep.equal(['access_denied', 'st4te', null])
    }
  })

  it('keeps the query of the redirect address', async () => {
    const back = await rig.decide({ query: { redirect_uri: `${redirectUri}?a=1` } })
    expect(back.get('a')).to.equal('1')
    expect(back.get('code')).to.be.a('string')
  })

  it('responds to prompt=none without a page', async () => {
    const { status, headers } = await rig.call(rig.authorizeUrl({ prompt: 'none' }))
    expect(status).to.equal(302)
    expect(headers.get('location')).to.include('error=interaction_required')
  })

  const rejections: [string, Record<string, string | undefined>, string][] = [
    ['no client', { client_id: undefined }, 'client_id'],
    ['no redirect address', { redirect_uri: undefined }, 'redirect_uri'],
    ['a redirect address with a fragment', { redirect_uri: `${redirectUri}#x` }, 'redirect_uri'],
    ['an invalid redirect address', { redirect_uri: 'callback' }, 'redirect_uri'],
    ['no response type', { response_type: undefined }, 'response_type'],
    ['another response type', { response_type: 'token' }, 'response_type'],
    ['no scope', { scope: undefined }, 'scope'],
    ['a scope Google does not know', { scope: scope('youtube.everything') }, 'invalid_scope'],
    ['an invalid parameter', { accessType: 'offline' }, 'accessType'],
    ['a parameter named as a member of objects', { constructor: 'x' }, 'constructor'],
    ['an invalid access type', { access_type: 'forever' }, 'access_type'],
    ['an invalid prompt', { prompt: 'login' }, 'prompt'],
    ['a challenge too short', { code_challenge: 'abc', code_challenge_method: 'S256' }, 'code_challenge'],
    ['an invalid challenge method', { code_challenge: 'a'.repeat(43), code_challenge_method: 'S512' }, 'S512'],
  ]
  for (const [what, over, word] of rejections) {
    it(`shows its error page, and redirects nowhere, for ${what}`, async () => {
      const { status, text, headers } = await rig.call(rig.authorizeUrl(over))
      expect(status).to.equal(400)
      expect(headers.get('location')).to.equal(null)
      expect(text).to.include(word)
    })
  }

  it('knows only registered clients when some are', async () => {
    const strict = await startRig({ clients: { known: 'secret' } })
    try {
      expect((await strict.call(strict.authorizeUrl())).status).to.equal(401)
      expect((await strict.call(strict.authorizeUrl({ client_id: 'known' }))).status).to.equal(200)
    } finally {
      await strict.close()
    }
  })

  it("can be walked by the sandbox's person", async () => {
    const callback = createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1')
    await once(callback, 'listening')
    try {
      const target = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
      const authorizationUrl = rig.authorizeUrl({ redirect_uri: target })
      const outcome = await walkConsent({
        authorizationUrl,
        decision: 'approve',
        withhold: [scope('yt-analytics.readonly')],
        as: 'bakery.lux',
      })
      const back = new URL(outcome.finalUrl)
      expect(back.pathname).to.equal('/callback')
      expect(back.searchParams.get('scope')).to.equal(allScopes.slice(0, 2).join(' '))
    } finally {
      callback.closeAllConnections()
      callback.close()
    }
  })
})
