import { expect } from 'chai'
import { type Context, completeConnection } from '../../src/index.ts'
import { ask, bodyOf } from '../ask.ts'
import { FakeConnect } from '../fake-connect.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('an authorization that is stored when the database fails for a moment', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  let context: Context
  const network = new FakeConnect()

  before(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: { connect: network.port } }) })
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    context = await harness.another(harness.overrides, { databaseUrl: flaky.url })
  })
  after(async () => {
    await flaky.close()
    await harness.close()
  })

  const params = () => ({ profileId: harness.profileId })
  const scope = () => ({ organizationId: harness.organizationId, profileId: null })

  for (const when of ['before-commit', 'before-response'] as const) {
    it(`is not lost, and is stored once: ${when}`, async () => {
      const body = { platform: 'bluesky' }
      const started = await ask(harness.context, 'connections.start', { scope: scope(), params: params(), body })
      const { connectionSessionId } = bodyOf(started)
      flaky.breakNext(when)
      const ended = await completeConnection(context, {
        ...{ platform: 'bluesky', parameters: { state: network.state }, requestId: 'callback' },
        signal: new AbortController().signal,
      })
      expect(ended).to.include({ status: 'completed', error: null })
      const named = { ...params(), connectionSessionId }
      const session = bodyOf(await ask(harness.context, 'connections.get', { scope: scope(), params: named }))
      expect([session.status, session.accountIds.length]).to.deep.equal(['completed', 1])
      const { rows } = await harness.context.pool.query(
        `select object_type as type, last::int from event_object where object_id = any($1) order by 1`,
        [[connectionSessionId, ...session.accountIds]],
      )
      expect(rows).to.deep.equal([
        { type: 'account', last: 1 },
        { type: 'connection', last: 1 },
      ])
    })
  }
})
