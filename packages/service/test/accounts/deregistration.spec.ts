import { expect } from 'chai'
import { ask } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { FakeSignup } from '../signup/fake-signup.ts'
import { withPorts } from '../with-ports.ts'

describe('numbers of disconnected accounts', () => {
  let harness: Harness
  let network: FakeSignup

  async function start(env: Record<string, string>): Promise<void> {
    network = new FakeSignup()
    harness = await startHarness({ registry: withPorts({ whatsapp: { signup: network.port } }) }, env)
  }
  afterEach(() => harness.close())

  const on = { WHATSAPP_DEREGISTER_ON_DISCONNECT: 'on' }
  const connect = async () => (await harness.connect({ platform: 'whatsapp', credentials: { token: 't' } })).id
  const set = (column: string, ids: string[]) =>
    harness.context.pool.query(`update account set ${column} = 'same' where id = any($1)`, [ids])
  const disconnect = (accountId: string) =>
    ask(harness.context, 'accounts.disconnect', {
      scope: { organizationId: harness.organizationId, profileId: null },
      params: { profileId: harness.profileId, accountId },
    })
  const run = (name: 'grant.revoke' | 'number.deregister') => runJobs(harness.context, name)

  it('stay registered unless the setting is on', async () => {
    await start({})
    await disconnect(await connect())
    expect([await run('grant.revoke'), await run('number.deregister')]).to.deep.equal([1, 0])
    expect(network.calls).to.deep.equal(['revoke'])
  })

  it('are deregistered after the grant was revoked, by a job of its own', async () => {
    await start(on)
    await disconnect(await connect())
    expect(network.calls).to.deep.equal([])
    expect([await run('grant.revoke'), await run('number.deregister')]).to.deep.equal([1, 1])
    expect(network.calls).to.deep.equal(['revoke', 'deregister'])
  })

  it('are tried again alone when only the deregistration failed', async () => {
    await start(on)
    const response = await disconnect(await connect())
    expect(response.status).to.equal(200)
    await run('grant.revoke')
    network.instead.deregister = () => {
      throw new Error('down')
    }
    expect(await run('number.deregister')).to.equal(0)
    network.instead = {}
    expect([await run('grant.revoke'), await run('number.deregister')]).to.deep.equal([0, 1])
    expect(network.calls).to.deep.equal(['revoke', 'deregister', 'deregister'])
  })

  it('are deregistered although another number of the business is connected, whose grant stays', async () => {
    await start(on)
    const [one, other] = [await connect(), await connect()]
    await set('owner_id', [one, other])
    await disconnect(one)
    expect([await run('grant.revoke'), await run('number.deregister')]).to.deep.equal([1, 1])
    expect(network.calls).to.deep.equal(['deregister'])
  })

  it('stay registered if they were connected again in the meantime', async () => {
    await start(on)
    const one = await connect()
    await set('provider_id', [one])
    await disconnect(one)
    await run('grant.revoke')
    await set('provider_id', [await connect()])
    expect([await run('number.deregister'), network.calls]).to.deep.equal([1, ['revoke']])
  })

  for (const [outcome, end] of [
    ['is done', () => true],
    [
      'fails',
      () => {
        throw new Error('no response')
      },
    ],
  ] as const) {
    it(`are registered again if they are connected while the deregistration ${outcome}`, async () => {
      await start(on)
      const one = await connect()
      await set('provider_id', [one])
      await disconnect(one)
      await run('grant.revoke')
      const { pool } = harness.context
      network.instead.deregister = async () => {
        await set('provider_id', [await connect()])
        await pool.query("update account set setup_missing = '{template}'")
        return end()
      }
      await run('number.deregister')
      const { rows } = await pool.query('select setup_missing as missing from account')
      expect(rows).to.deep.equal([{ missing: ['registration', 'template'] }])
      expect(await runJobs(harness.context, 'signup.finish')).to.equal(1)
    })
  }

  it('leave nothing in the queue that shows a token', async () => {
    await start(on)
    await disconnect((await harness.connect({ platform: 'whatsapp', credentials: { token: 'very-secret' } })).id)
    await run('grant.revoke')
    const { rows } = await harness.context.pool.query('select job::text from graphile_worker._private_jobs as job')
    expect(rows).to.have.length(1)
    expect(rows[0].job).to.not.include('very-secret')
  })
})
