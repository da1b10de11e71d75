import { findAccountForWorker } from '@carillon/database'
import type { PhoneNumber } from '@carillon/providers'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { completeSelection, completeSignup, describeSelection, type Ending } from '../../src/index.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'
import { FakeSignup, never, startSignup } from './fake-signup.ts'

const { signal } = new AbortController()
const day = 86_400_000

describe('the number of a whatsapp sign-up', () => {
  let harness: Harness
  let network: FakeSignup

  beforeEach(async () => {
    network = new FakeSignup()
    harness = await startHarness({ registry: withPorts({ whatsapp: { signup: network.port } }) })
  })
  afterEach(() => harness.close())

  const inApp = (id: string): PhoneNumber => ({
    ...network.number,
    id,
    displayNumber: `+1 ${id}`,
    isInApp: true,
    isReady: true,
  })

  function finish(token: string, event: string): Promise<Ending> {
    const report = { event, code: 'the-code', data: { waba_id: '77' } }
    return completeSignup(harness.context, { platform: 'whatsapp', token, report, requestId: 'finish', signal })
  }

  async function session(id: string) {
    const { rows } = await harness.context.pool.query('select * from connection_session where id = $1', [id])
    return rows[0]
  }

  async function connected(id: string) {
    const { account_ids } = await session(id)
    return findAccountForWorker(harness.context.db, account_ids[0])
  }

  it('that stays in the app is the only one of the business account, although the dialog reports none', async () => {
    network.number = inApp('2000')
    const { id, token } = await startSignup(harness)
    expect((await finish(token, 'FINISH_IN_APP')).status).to.equal('completed')
    const account = await connected(id)
    expect(account).to.include({ providerId: '2000', status: 'connected' })
    expect(account?.setupMissing).to.deep.equal([])
    expect(network.calls).to.not.include('register')
  })

  it('that stays in the app is the only one that is in the app, beside others', async () => {
    network.more = [inApp('2001')]
    const { id, token } = await startSignup(harness)
    await finish(token, 'FINISH_IN_APP')
    expect((await connected(id))?.providerId).to.equal('2001')
  })

  it('is never registered while it is in the app, even if it is not ready', async () => {
    network.number = { ...inApp('2000'), isReady: false }
    const { id, token } = await startSignup(harness)
    await finish(token, 'FINISH_IN_APP')
    expect((await connected(id))?.setupMissing).to.deep.equal(['registration'])
    expect(network.calls).to.not.include('register')
  })

  it('is not taken from the list when the business finished without a number', async () => {
    const { id, token } = await startSignup(harness)
    expect((await finish(token, 'FINISH_ONLY_WABA')).status).to.equal('completed')
    expect((await connected(id))?.providerId).to.equal('')
  })

  it('of another business account fails the session', async () => {
    network.more = [inApp('2001')]
    const reported = network.number
    network.port.outcome = () => ({
      kind: 'finished',
      claim: { code: 'x', businessAccountId: '77', numberId: '9', staysInApp: false },
    })
    const { id, token } = await startSignup(harness)
    expect((await finish(token, 'FINISH')).error?.code).to.equal('missing_scope')
    expect([(await session(id)).status, reported.id]).to.deep.equal(['failed', '1065'])
  })

  it('fails the session where the business account lists none', async () => {
    network.instead.check = async () => ({ scopes: ['send'], expiresAt: null, grantedBy: null, numbers: [] })
    const { id, token } = await startSignup(harness)
    const ending = await finish(token, 'FINISH_IN_APP')
    expect([ending.status, ending.error?.code]).to.deep.equal(['failed', 'provider_error'])
    expect(ending.error?.message).to.match(/no phone number/)
    expect((await session(id)).account_ids).to.deep.equal([])
  })

  describe('is chosen by the user where several could be it', () => {
    async function offered(): Promise<{ id: string; token: string }> {
      network.number = inApp('2000')
      network.more = [inApp('2001')]
      const { id, token } = await startSignup(harness)
      const ending = await finish(token, 'FINISH_IN_APP')
      expect([ending.status, ending.error]).to.deep.equal(['awaiting_selection', null])
      expect(ending.redirectTo).to.match(/\/connect\/select\/[\w-]{43}$/)
      return { id, token: ending.redirectTo?.split('/').at(-1) ?? '' }
    }

    const choose = (token: string, ...chosen: string[]) =>
      completeSelection(harness.context, { token, chosen, requestId: 'choose', signal })

    it('on a page that shows the numbers', async () => {
      const { id, token } = await offered()
      const page = await describeSelection(harness.context, { token })
      expect(page).to.include({ platform: 'whatsapp', select: true, single: true })
      expect(page.choices).to.deep.equal([
        { providerId: '2000', name: 'Bakery', detail: '+1 2000', avatarUrl: null },
        { providerId: '2001', name: 'Bakery', detail: '+1 2001', avatarUrl: null },
      ])
      const { sealed, account_ids } = await session(id)
      expect(sealed.toString('latin1')).to.not.include('token-of-the-business')
      expect(account_ids).to.deep.equal([])
    })

    it('and is connected with the token of the sign-up', async () => {
      const { id, token } = await offered()
      expect((await choose(token, '2001')).status).to.equal('completed')
      const account = await connected(id)
      expect(account).to.include({ providerId: '2001', ownerId: '77', status: 'connected' })
      expect(account?.setupMissing).to.deep.equal([])
      expect(network.calls.filter((call) => call === 'exchange')).to.have.length(1)
      expect((await rejection(choose(token, '2000'))).code).to.equal('connection_session_not_found')
    })

    it('once, and none that was not offered', async () => {
      const { id, token } = await offered()
      for (const chosen of [[], ['9'], ['2000', '2001']]) {
        expect((await rejection(choose(token, ...chosen))).code, chosen.join()).to.equal('invalid_request')
      }
      expect((await session(id)).status).to.equal('awaiting_selection')
      const ends = await Promise.allSettled([choose(token, '2000'), choose(token, '2001')])
      expect(ends.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      const { rows } = await harness.context.pool.query('select id from account')
      expect(rows).to.have.length(1)
    })

    it('and is connected by the job when the network fails then', async () => {
      const { id, token } = await offered()
      network.instead.check = () => {
        throw new ProviderError('provider_error', undefined, 'indeterminate')
      }
      expect((await choose(token, '2001')).status).to.equal('pending')
      network.instead = {}
      expect(await runJobs(await harness.another(), 'signup.resume')).to.equal(1)
      expect((await connected(id))?.providerId).to.equal('2001')
    })

    it('but not by a job: without a page the session fails and says so', async () => {
      network.number = inApp('2000')
      network.more = [inApp('2001')]
      network.instead.check = never
      const { id, token } = await startSignup(harness)
      void finish(token, 'FINISH_IN_APP')
      while (!network.calls.includes('check')) await new Promise((next) => setImmediate(next))
      network.instead = {}
      expect(await runJobs(await harness.another(), 'signup.resume')).to.equal(1)
      const { status, error_code, error_message, account_ids } = await session(id)
      expect([status, error_code, account_ids]).to.deep.equal(['failed', 'provider_error', []])
      expect(error_message).to.match(/several phone numbers/)
    })
  })

  it('has a token that ends: said in the log and in the health of the account', async () => {
    network.tokenEnds = new Date(Date.now() + 60 * day)
    const { id, token } = await startSignup(harness)
    const lines: unknown[][] = []
    const context = {
      ...harness.context,
      log: { ...harness.context.log, warn: (...line: unknown[]) => void lines.push(line) },
    }
    const report = { event: 'FINISH', code: 'the-code', data: { waba_id: '77' } }
    await completeSignup(context, { platform: 'whatsapp', token, report, requestId: 'finish', signal })
    const [accountId] = (await session(id)).account_ids
    const [warned] = lines.filter(([, text]) => /token/.test(String(text)))
    expect(warned?.[0]).to.deep.include({ accountId, expiresAt: network.tokenEnds })
    expect((await connected(id))?.tokenExpiresAt).to.deep.equal(network.tokenEnds)
  })
})
