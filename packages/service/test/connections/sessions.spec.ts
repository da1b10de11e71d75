import { findSession } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { completeConnection, type Ending } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('connection sessions', () => {
  let harness: Harness
  let network: FakeConnect
  let clockMs = 0

  beforeEach(async () => {
    network = new FakeConnect()
    clockMs = 0
    harness = await startHarness({
      registry: withPorts({
        bluesky: { connect: network.port },
        youtube: { connect: network.port },
        instagram: { connect: network.port },
      }),
      now: () => new Date(Date.now() + clockMs),
    })
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const params = () => ({ profileId: harness.profileId })

  async function start(body: Record<string, unknown> = {}) {
    const response = await ask(harness.context, 'connections.start', {
      scope: scope(),
      params: params(),
      body: { platform: 'bluesky', ...body },
    })
    expect(response.status).to.equal(201)
    return bodyOf(response)
  }

  async function read(connectionSessionId: string) {
    const response = await ask(harness.context, 'connections.get', {
      scope: scope(),
      params: { ...params(), connectionSessionId },
    })
    return bodyOf(response)
  }

  function callback(
    state: string,
    { platform = 'bluesky', ...more }: { platform?: Platform } & Record<string, string> = {},
  ): Promise<Ending> {
    const parameters = { state, code: 'the-code', ...more }
    const signal = new AbortController().signal
    return completeConnection(harness.context, { platform, parameters, requestId: 'callback', signal })
  }

  async function accounts() {
    const response = await ask(harness.context, 'accounts.listOfProfile', { scope: scope(), params: params() })
    return bodyOf(response).accounts
  }

  it('say how the account was logged in to where there is a choice', async () => {
    const connected = async (platform: Platform, authMethod?: string) => {
      await start({ platform, ...(authMethod && { authMethod }) })
      await callback(network.state, { platform })
      return (await accounts()).at(-1).authMethod
    }
    expect(await connected('instagram')).to.equal('instagram_login')
    expect(await connected('instagram', 'facebook_login')).to.equal('facebook_login')
    expect(await connected('youtube', 'facebook_login')).to.equal(null)
  })

  it('are pending, then completed with their accounts', async () => {
    const started = await start()
    expect(Object.keys(started)).to.have.members([
      'connectionSessionId',
      'profileId',
      'platform',
      'status',
      'authorizationUrl',
      'expiresAt',
    ])
    expect(started).to.include({ profileId: harness.profileId, platform: 'bluesky', status: 'pending' })
    const redirectUri = new URL(started.authorizationUrl).searchParams.get('redirect_uri')
    expect(redirectUri).to.equal('http://127.0.0.1:8080/oauth/bluesky/callback')
    const pending = await read(started.connectionSessionId)
    expect(pending).to.deep.include({ status: 'pending', accountIds: [], error: null, expiresAt: started.expiresAt })
    expect(Date.parse(pending.expiresAt) - Date.parse(pending.createdAt)).to.equal(30 * 60_000)

    expect(await callback(network.state)).to.deep.equal({
      status: 'completed',
      platform: 'bluesky',
      redirectTo: null,
      error: null,
    })
    const [account] = await accounts()
    const completed = await read(started.connectionSessionId)
    expect(completed).to.deep.include({ status: 'completed', accountIds: [account.accountId], error: null })
  })

  it('make accounts with every field of their shape', async () => {
    const tokenExpiresAt = new Date('2030-01-02T03:04:05.678Z')
    const full = identity('ann', { avatarUrl: 'https://cdn.example/a.png', missingScopes: ['dm'], tokenExpiresAt })
    network.outcomes = [{ identities: [full], select: false }]
    await start()
    await callback(network.state)
    const [account] = await accounts()
    expect(account).to.deep.equal({
      accountId: account.accountId,
      profileId: harness.profileId,
      platform: 'bluesky',
      providerId: 'provider-ann',
      displayIdentifier: '@ann',
      displayName: 'ann',
      avatarUrl: 'https://cdn.example/a.png',
      authMethod: null,
      status: 'connected',
      scopes: ['read', 'write'],
      missingScopes: ['dm'],
      tokenExpiresAt: '2030-01-02T03:04:05.678Z',
      health: { state: 'limited', reason: 'missing_scopes', actBefore: null },
      connectedAt: account.connectedAt,
      updatedAt: account.connectedAt,
    })
  })

  it('tell the caller at its own address how they ended', async () => {
    const { context, organizationId } = harness
    await context.pool.query('insert into allowed_origin values ($1, $2)', [organizationId, 'https://app.example'])
    const started = await start({ redirectUrl: 'https://app.example/done?tab=2' })
    const ending = await callback(network.state)
    expect(ending.redirectTo).to.equal(
      `https://app.example/done?tab=2&connectionSessionId=${started.connectionSessionId}&status=completed`,
    )
    network.outcomes = [new ProviderError('missing_scope', 'Withheld.', 'rejected')]
    await start({ redirectUrl: 'https://app.example/done' })
    expect((await callback(network.state)).redirectTo).to.match(/&status=failed$/)
  })

  it('complete once, however many callbacks come at the same time', async () => {
    await start()
    const endings = await Promise.allSettled(Array.from({ length: 6 }, () => callback(network.state)))
    const won = endings.filter((ending) => ending.status === 'fulfilled')
    const lost = endings.flatMap((ending) => (ending.status === 'rejected' ? [ending.reason] : []))
    expect([won.length, network.completions]).to.deep.equal([1, 1])
    expect(lost.map(({ code }) => code)).to.deep.equal(Array(5).fill('connection_session_not_found'))
    expect(await accounts()).to.have.length(1)
    expect((await rejection(callback(network.state))).code).to.equal('connection_session_not_found')
  })

  it('cannot be completed again after they failed', async () => {
    network.outcomes = [new ProviderError('missing_scope', 'Withheld.', 'rejected')]
    await start()
    await callback(network.state)
    expect((await rejection(callback(network.state))).code).to.equal('connection_session_not_found')
  })

  it('are not found by the callback of another network, and still wait afterwards', async () => {
    const { connectionSessionId } = await start()
    const error = await rejection(callback(network.state, { platform: 'youtube' }))
    expect([error.code, network.completions]).to.deep.equal(['connection_session_not_found', 0])
    expect((await read(connectionSessionId)).status).to.equal('pending')
    expect((await callback(network.state)).status).to.equal('completed')
  })

  for (const state of ['', 'guessed', 'null']) {
    it(`are not found by the state "${state}"`, async () => {
      await start()
      expect((await rejection(callback(state))).code).to.equal('connection_session_not_found')
      expect(network.completions).to.equal(0)
    })
  }

  it('are over after 30 minutes', async () => {
    const { connectionSessionId } = await start()
    clockMs = 30 * 60_000 + 1_000
    expect((await read(connectionSessionId)).status).to.equal('expired')
    expect((await rejection(callback(network.state))).code).to.equal('connection_session_not_found')
    expect(await accounts()).to.deep.equal([])
  })

  describe('that fail keep what the network said of it', () => {
    for (const code of ['missing_scope', 'no_channel', 'invalid_handle', 'provider_error'] as const) {
      it(code, async () => {
        network.outcomes = [new ProviderError(code, 'In our words.', 'rejected')]
        const { connectionSessionId } = await start()
        expect((await callback(network.state)).error).to.deep.equal({ code, message: 'In our words.' })
        expect(await read(connectionSessionId)).to.deep.include({
          status: 'failed',
          accountIds: [],
          error: { code, message: 'In our words.' },
        })
      })
    }

    for (const code of ['rate_limited', 'provider_not_configured'] as const) {
      it(`by a code that sessions report, not ${code}`, async () => {
        network.outcomes = [new ProviderError(code, 'In our words.', 'rejected')]
        const { connectionSessionId } = await start()
        const error = { code: 'provider_error', message: 'In our words.' }
        expect((await callback(network.state)).error).to.deep.equal(error)
        expect((await read(connectionSessionId)).error).to.deep.equal(error)
      })
    }

    it('but nothing of a fault that nobody foresaw', async () => {
      network.outcomes = [new TypeError('cannot read token ya29.secret of undefined')]
      const { connectionSessionId } = await start()
      const ending = await callback(network.state)
      const session = await read(connectionSessionId)
      expect([ending.error?.code, session.error.code]).to.deep.equal(['provider_error', 'provider_error'])
      expect(JSON.stringify([ending, session])).to.not.match(/ya29|secret|undefined/)
    })

    it('and a network that cannot be asked makes no session', async () => {
      network.port.authorize = async () => {
        throw new ServiceError('invalid_handle', 'No such handle.')
      }
      const starting = ask(harness.context, 'connections.start', {
        scope: scope(),
        params: params(),
        body: { platform: 'bluesky', handle: 'nobody.example' },
      })
      expect((await rejection(starting)).code).to.equal('invalid_handle')
      const { rows } = await harness.context.pool.query('select count(*)::int as count from connection_session')
      expect(rows[0].count).to.equal(0)
    })
  })

  it('are found by their own profile and organization only', async () => {
    const { connectionSessionId } = await start()
    const created = await ask(harness.context, 'profiles.create', { scope: scope(), body: { name: 'Second' } })
    const second = bodyOf(created).id
    const foreign = { organizationId: second, profileId: null }
    const elsewhere = [
      { scope: scope(), profileId: second },
      { scope: foreign, profileId: harness.profileId, code: 'profile_not_found' },
      // A key bound to the second profile names the first one's session through its own profile.
      { scope: { organizationId: harness.organizationId, profileId: second }, profileId: second },
    ]
    for (const { scope: other, profileId, code = 'connection_session_not_found' } of elsewhere) {
      const asking = ask(harness.context, 'connections.get', {
        scope: other,
        params: { profileId, connectionSessionId },
      })
      expect((await rejection(asking)).code).to.equal(code)
      const named = { organizationId: other.organizationId, profileId }
      expect(await findSession(harness.context.db, { scope: named, id: connectionSessionId })).to.equal(undefined)
    }
  })

  it('pass a handle on without its @', async () => {
    const handles: unknown[] = []
    const { authorize } = network.port
    network.port.authorize = (call, request) => {
      handles.push(request.handle)
      return authorize(call, request)
    }
    for (const handle of ['@ann.example', 'ann.example', 'did:plc:ewvi7nxzyoun6zhxrhs64oiz']) await start({ handle })
    expect(handles).to.deep.equal(['ann.example', 'ann.example', 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'])
  })

  it('leave nothing secret in the tables, in any state', async () => {
    network.outcomes = [
      { identities: [identity('done')], select: false },
      { identities: [identity('chosen'), identity('other')], select: true },
      new ProviderError('missing_scope', 'Withheld.', 'rejected'),
    ]
    const choosing: string[] = []
    for (let session = 0; session < 4; session++) {
      await start()
      if (session === 3) continue
      const ending = await callback(network.state, { code: 'code-from-the-network' })
      if (ending.status === 'awaiting_selection') choosing.push(ending.redirectTo?.split('/').at(-1) ?? '')
    }
    const dump: string[] = []
    for (const table of ['connection_session', 'account', 'credential', 'organization', 'profile']) {
      const { rows } = await harness.context.pool.query(
        `select t::text as line, to_jsonb(t)::text as json from ${table} t`,
      )
      dump.push(...rows.flatMap(({ line, json }) => [line, json]))
    }
    const { rows: encrypted } = await harness.context.pool.query(
      `select encode(sealed, 'escape') as text from connection_session where sealed is not null
       union all select encode(sealed, 'escape') from credential`,
    )
    const text = [...dump, ...encrypted.map((row) => row.text)].join('\n')
    expect(text).to.include('provider-done')
    const secrets = [
      'access-token',
      'refresh-token',
      'verifier',
      'code-from-the-network',
      ...network.states,
      ...choosing,
    ]
    const forms = secrets.flatMap((secret) => [
      secret,
      ...['hex', 'base64'].map((as) => Buffer.from(secret).toString(as as 'hex')),
    ])
    expect(forms.filter((form) => form !== '' && text.includes(form.replace(/=+$/, '')))).to.deep.equal([])
    expect(choosing[0]).to.have.length.greaterThan(40)
    const { rows: over } = await harness.context.pool.query(
      "select count(*)::int as count from connection_session where status in ('completed', 'failed') and sealed is not null",
    )
    expect(over[0].count).to.equal(0)
  })
})
