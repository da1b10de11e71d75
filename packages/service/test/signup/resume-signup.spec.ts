import { findAccountForWorker } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { type Context, completeSignup, type Ending } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'
import { FakeSignup, never, startSignup } from './fake-signup.ts'

describe('a whatsapp sign-up that is interrupted', () => {
  let harness: Harness
  let network: FakeSignup
  let clockMs = 0

  beforeEach(async () => {
    network = new FakeSignup()
    clockMs = 0
    harness = await startHarness({
      registry: withPorts({ whatsapp: { signup: network.port } }),
      now: () => new Date(Date.now() + clockMs),
    })
  })
  afterEach(() => harness.close())

  function finish({ token }: { token: string }, context: Context = harness.context): Promise<Ending> {
    const report = { event: 'FINISH', code: 'the-code', data: { waba_id: '77' } }
    const signal = new AbortController().signal
    return completeSignup(context, { platform: 'whatsapp', token, report, requestId: 'finish', signal })
  }

  /** Until a step was called, by whichever process. */
  async function reached(step: string): Promise<void> {
    while (!network.calls.includes(step)) await new Promise((next) => setImmediate(next))
  }

  async function session(id: string) {
    const { rows } = await harness.context.pool.query('select * from connection_session where id = $1', [id])
    return rows[0]
  }

  /** The job, once its time has come, in another process. */
  async function resume(): Promise<number> {
    return runJobs(await harness.another(), 'signup.resume')
  }

  it('connects the account with the token of a process that died after the exchange', async () => {
    const started = await startSignup(harness)
    network.instead.check = never
    void finish(started)
    await reached('check')
    network.instead = {}
    expect(await resume()).to.equal(1)
    const { status, account_ids, sealed } = await session(started.id)
    expect([status, sealed]).to.deep.equal(['completed', null])
    const account = await findAccountForWorker(harness.context.db, account_ids[0])
    expect(account).to.include({ providerId: '1065', status: 'connected' })
    expect(account?.setupMissing).to.deep.equal([])
    expect(network.calls.filter((call) => call === 'exchange')).to.have.length(1)
  })

  it('uses the share of its organization, with the job that continues it and the one that finishes its setup', async () => {
    const started = await startSignup(harness)
    network.instead.check = () => {
      throw new ProviderError('provider_error', undefined, 'indeterminate')
    }
    expect((await finish(started)).status).to.equal('pending')
    const { organizationId, context } = harness
    const owned = ['call', 'call:network:whatsapp', `call:organization:${organizationId}`]
    const flagsOf = async (task: string) => {
      const text = 'select flags from graphile_worker.jobs where task_identifier = $1'
      return (await context.pool.query(text, [task])).rows.map(({ flags }) => Object.keys(flags).toSorted())
    }
    expect(await flagsOf('signup.resume')).to.deep.equal([owned])
    network.instead = {}
    expect(await resume()).to.equal(1)
    expect(await flagsOf('signup.finish')).to.deep.equal([owned])
  })

  it('keeps the token encrypted until then', async () => {
    const started = await startSignup(harness)
    network.instead.check = never
    void finish(started)
    await reached('check')
    const { sealed } = await session(started.id)
    expect(sealed).to.be.instanceOf(Buffer)
    expect(sealed.toString('latin1')).to.not.include('token-of-the-business')
  })

  it('says what to do when the process died before the token was stored', async () => {
    const started = await startSignup(harness)
    network.instead.exchange = never
    void finish(started)
    await reached('exchange')
    expect(await resume()).to.equal(1)
    const { status, error_code, error_message } = await session(started.id)
    expect([status, error_code]).to.deep.equal(['failed', 'provider_error'])
    expect(error_message).to.match(/Start the sign-up again/)
    expect(network.calls).to.deep.equal(['exchange'])
  })

  it('says what to do when the response to the exchange was lost', async () => {
    const started = await startSignup(harness)
    network.instead.exchange = () => {
      throw new ProviderError('provider_error', undefined, 'indeterminate')
    }
    const ending = await finish(started)
    expect(ending.status).to.equal('failed')
    expect(ending.error?.message).to.match(/Start the sign-up again/)
    expect(await resume()).to.equal(1)
    expect((await session(started.id)).status).to.equal('failed')
  })

  it('stays pending while the network fails after the exchange, and is completed by the job', async () => {
    const started = await startSignup(harness)
    network.instead.check = () => {
      throw new ProviderError('provider_error', undefined, 'indeterminate')
    }
    expect((await finish(started)).status).to.equal('pending')
    expect(await resume(), 'while the network fails').to.equal(0)
    expect((await session(started.id)).status).to.equal('pending')
    network.instead = {}
    expect(await resume()).to.equal(1)
    expect((await session(started.id)).status).to.equal('completed')
  })

  it('fails for good when the network rejects what was granted, and keeps no token', async () => {
    const started = await startSignup(harness)
    network.instead.check = () => {
      throw new ServiceError('missing_scope', 'The business did not share this WhatsApp account with the app.')
    }
    expect((await finish(started)).error?.code).to.equal('missing_scope')
    const { status, sealed } = await session(started.id)
    expect([status, sealed]).to.deep.equal(['failed', null])
  })

  it('fails in the job as it would have failed at once', async () => {
    const started = await startSignup(harness)
    network.instead.check = never
    void finish(started)
    await reached('check')
    network.instead.check = () => {
      throw new ServiceError('missing_scope', 'The business did not share this WhatsApp account with the app.')
    }
    expect(await resume()).to.equal(1)
    const { status, error_code } = await session(started.id)
    expect([status, error_code]).to.deep.equal(['failed', 'missing_scope'])
  })

  it('is left to end by itself once its time is over', async () => {
    const started = await startSignup(harness)
    network.instead.check = never
    void finish(started)
    await reached('check')
    network.instead = {}
    clockMs = 31 * 60_000
    expect(await resume()).to.equal(1)
    expect((await session(started.id)).status).to.equal('pending')
    expect(network.calls.filter((call) => call === 'check')).to.have.length(1)
  })

  it('is completed once when a process that seemed dead goes on beside the job', async () => {
    const started = await startSignup(harness)
    const wait = Promise.withResolvers<void>()
    network.instead.check = async (usual) => {
      await wait.promise
      return usual()
    }
    const slow = finish(started)
    await reached('check')
    network.instead = {}
    expect(await resume()).to.equal(1)
    const { account_ids, completed_at } = await session(started.id)
    wait.resolve()
    expect((await slow).status).to.equal('completed')
    const after = await session(started.id)
    expect([after.status, after.account_ids, after.completed_at]).to.deep.equal([
      'completed',
      account_ids,
      completed_at,
    ])
    const { rows } = await harness.context.pool.query('select id from account')
    expect(rows).to.have.length(1)
  })

  it('stays completed when a process that seemed dead fails after the job', async () => {
    const started = await startSignup(harness)
    const wait = Promise.withResolvers<void>()
    network.instead.check = async () => {
      await wait.promise
      throw new ServiceError('missing_scope', 'too late')
    }
    const slow = finish(started)
    await reached('check')
    network.instead = {}
    await resume()
    wait.resolve()
    await slow
    expect((await session(started.id)).status).to.equal('completed')
  })

  it('leaves steps that the network did not take to the job signup.finish', async () => {
    const started = await startSignup(harness)
    network.instead.subscribe = () => {
      throw new ProviderError('provider_error', undefined, 'indeterminate')
    }
    expect((await finish(started)).status).to.equal('completed')
    const [id] = (await session(started.id)).account_ids
    const missing = async () => (await findAccountForWorker(harness.context.db, id))?.setupMissing
    expect(await missing()).to.deep.equal(['subscription', 'registration', 'template'])
    expect(await runJobs(harness.context, 'signup.finish'), 'while the network fails').to.equal(0)
    network.instead = {}
    expect(await runJobs(harness.context, 'signup.finish')).to.equal(1)
    expect(await missing()).to.deep.equal([])
    const calls = network.calls.length
    expect(await runJobs(harness.context, 'signup.finish')).to.equal(0)
    expect(network.calls).to.have.length(calls)
  })
})
