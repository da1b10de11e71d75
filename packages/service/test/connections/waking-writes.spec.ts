import { type AccountRow, findAccountForWorker, insertExternalWrite, readExternalWrite } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { completeConnection } from '../../src/index.ts'
import { newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import type { WriteKind } from '../../src/journal/write-kind.ts'
import { ask } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { replyKind } from '../reply-kind.ts'
import { withPorts } from '../with-ports.ts'

describe('writes of an account that is connected again', () => {
  const network = new FakeConnect()
  let harness: Harness
  let isExpired = false
  /** A reply whose response is always lost, and which the network shows to a valid token. */
  const reply = replyKind({
    settling: { seconds: 0, maxProbes: 2, probeIntervalSeconds: 0 },
    async send() {
      isExpired = true
      throw new ProviderError('provider_error', 'Lost.', 'indeterminate')
    },
    async find() {
      if (isExpired) throw new ServiceError('connection_expired')
      return { kind: 'done', result: 'reply-1' }
    },
  })

  /** A video that the network works on for minutes, and about which it then answers a valid token only. */
  const video: WriteKind<object, unknown, string> = {
    ...reply,
    name: 'test.video',
    port: async () => ({
      settling: { seconds: 0, maxProbes: 2, probeIntervalSeconds: 0 },
      begin: () => ({ isAccepted: false }),
      commit: async (_call, state) => state,
      reconcile: async () => ({ kind: 'absent' }),
      async advance(_call, state: object) {
        if ('isAccepted' in state && state.isAccepted === true) {
          if (isExpired) throw new ServiceError('connection_expired')
          return { kind: 'done', result: 'video-1' }
        }
        isExpired = true
        return { kind: 'wait', seconds: 300, accepted: true, state: { isAccepted: true } }
      },
    }),
  }

  before(async () => {
    const registry = withPorts({ bluesky: { connect: network.port } })
    harness = await startHarness({ registry, kindOf: (name) => [reply, video].find((kind) => kind.name === name) })
  })
  after(() => harness.close())

  async function connect(name: string): Promise<AccountRow> {
    network.outcomes = [{ identities: [identity(name)], select: false }]
    const { context, organizationId, profileId } = harness
    const scope = { organizationId, profileId: null }
    await ask(context, 'connections.start', { scope, params: { profileId }, body: { platform: 'bluesky' } })
    const signal = new AbortController().signal
    const parameters = { state: network.state, code: 'code' }
    await completeConnection(context, { platform: 'bluesky', parameters, requestId: 'callback', signal })
    const { rows } = await context.pool.query<{ id: string }>('select id from account where provider_id = $1', [
      `provider-${name}`,
    ])
    return (await findAccountForWorker(context.db, rows[0]?.id ?? '')) as AccountRow
  }

  /** Stores a write of an account that has failed to find out its outcome, and waits for minutes until it tries again. */
  async function suspended(account: AccountRow, kind = reply): Promise<string> {
    const { context } = harness
    isExpired = false
    const write = await newWrite(context, { kind, account, grant: null, requestId: 'test', payload: {} })
    await insertExternalWrite(context.db, write)
    const signal = new AbortController().signal
    for (let run = 0; run < 2; run++) await runWrite(context, { writeId: write.id, signal })
    const wait = `with job as (update graphile_worker._private_jobs set run_at = now() + interval '5 minutes'
        where key = 'write:' || $1::text returning key)
      update external_write set wake_at = now() + interval '5 minutes' from job where id = $1::uuid returning step_retries`
    expect((await context.pool.query(wait, [write.id])).rows).to.deep.equal([{ step_retries: 1 }])
    return write.id
  }

  /** The writes that a worker would take now. */
  async function due(): Promise<string[]> {
    const { rows } = await harness.context.pool.query<{ id: string }>(
      `select write.id from external_write as write join graphile_worker._private_jobs as job on job.key = 'write:' || write.id
        where run_at <= now() and wake_at <= now() and job.is_available`,
    )
    return rows.map(({ id }) => id)
  }

  async function ended(id: string): Promise<string | undefined> {
    await runWrite(harness.context, { writeId: id, signal: new AbortController().signal })
    return (await readExternalWrite(harness.context.db, id))?.status
  }

  it('are continued at once, those of other accounts as before', async () => {
    const [ann, bob] = [await connect('ann'), await connect('bob')]
    const [own] = [await suspended(ann), await suspended(bob)]
    expect(await due()).to.deep.equal([])
    await connect('ann')
    expect(await due()).to.deep.equal([own])
    isExpired = false
    expect(await ended(own)).to.equal('succeeded')
  })

  it('are continued if the network had accepted them and still works on them', async () => {
    const account = await connect('bob')
    const id = await suspended(account, video)
    expect((await readExternalWrite(harness.context.db, id))?.status).to.equal('accepted')
    await connect('bob')
    expect(await due()).to.include(id)
    isExpired = false
    expect(await ended(id)).to.equal('succeeded')
  })
})
