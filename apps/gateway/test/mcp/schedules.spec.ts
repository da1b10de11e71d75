import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Service } from '../../src/service.ts'
import { skipNetworkChecks } from '../installation.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'
import { connectClient, type ToolReply } from './mcp-client.ts'

/** A validation queries the network, which these tests do not have. */
function withoutNetwork({ useCases }: Service): Partial<Service> {
  const body = {
    ...{ valid: true, problems: [], media: [], unchecked: [], charges: [] },
    preview: { text: null, facets: [] },
  }
  return { useCases: { ...useCases, 'posts.validate': async () => ({ status: 200, body }) } }
}

describe('schedule_post', () => {
  let gateway: TestGateway
  let mcp: Awaited<ReturnType<typeof connectClient>>
  before(async () => {
    const env = { PUBLISH_WAIT_MS: '0', REQUESTS_PER_MINUTE: '100000' }
    gateway = await startGateway({ real: true, env, replace: withoutNetwork })
    skipNetworkChecks(gateway.installation.context)
    mcp = await connectClient(gateway)
  })
  after(async () => {
    await mcp.close()
    await gateway.close()
  })

  const count = async (table: 'schedule' | 'external_write', requestId: string): Promise<number> => {
    const text = `select count(*)::int as n from ${table} where request_id = $1`
    return (await gateway.installation.context.pool.query(text, [requestId])).rows[0].n
  }
  const check = async () => {
    const accountId = gateway.installation.accounts.bluesky
    const { facts } = await mcp.call('check_post', { platform: 'bluesky', accountId, post: { text: 'Fresh bread.' } })
    const { requestId, confirm } = facts as unknown as { requestId: string; confirm: string }
    return { requestId, confirm }
  }
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
  const scheduleIn = ({ facts, content }: ToolReply) => {
    expect(facts, JSON.stringify(content)).to.have.property('schedule')
    return facts['schedule'] as { scheduleId: string; status: string; publishAt: { instant: string } }
  }

  it('plans what was checked, once: the same requestId again returns the first schedule', async () => {
    const { requestId, confirm } = await check()
    const publishAt = tomorrow()
    const first = scheduleIn(await mcp.call('schedule_post', { requestId, confirm, publishAt }))
    expect(first).to.deep.include({ status: 'scheduled' })
    expect(first.publishAt.instant).to.equal(publishAt)
    const again = await mcp.call('schedule_post', { requestId: requestId.toUpperCase(), publishAt: 'nextSlot' })
    expect(scheduleIn(again)).to.deep.equal(first)
    expect(await count('schedule', requestId)).to.equal(1)
  })

  it('plans once if it is called several times at once, also beside publish_post', async () => {
    const { requestId, confirm } = await check()
    const arguments_ = { requestId, confirm, publishAt: tomorrow() }
    const calls = Array.from({ length: 6 }, (_, n) =>
      n % 3 === 0 ? mcp.call('publish_post', { requestId, confirm }) : mcp.call('schedule_post', arguments_),
    )
    await Promise.all(calls)
    expect((await count('schedule', requestId)) + (await count('external_write', requestId))).to.equal(1)
  })

  it('does not plan what was published, and publish_post does not publish what is planned', async () => {
    const planned = await check()
    await mcp.call('schedule_post', { ...planned, publishAt: tomorrow() })
    const published = await mcp.call('publish_post', planned)
    expect(published.isError).to.equal(true)
    expect(published.facts).to.include({ published: false }).and.to.have.property('schedule')
    expect(await count('external_write', planned.requestId)).to.equal(0)
    const sent = await check()
    await mcp.call('publish_post', sent)
    const late = await mcp.call('schedule_post', { ...sent, publishAt: tomorrow() })
    expect(late.isError).to.equal(true)
    expect(await count('schedule', sent.requestId)).to.equal(0)
  })

  it('needs a confirmation, and a valid time; after a rejection the requestId can be used again', async () => {
    const { requestId, confirm } = await check()
    const unconfirmed = await mcp.call('schedule_post', { requestId, publishAt: tomorrow() })
    expect(JSON.stringify(unconfirmed.facts)).to.match(/call schedule_post again with confirm/)
    for (const [time, code] of [
      [{ publishAt: '2020-01-01T00:00:00Z' }, 'invalid_request'],
      [{ publishAt: '2030-01-01T00:00', timeZone: 'Mars/Base' }, 'invalid_request'],
      [{ publishAt: 'nextSlot' }, 'no_free_slot'],
    ] as const) {
      const reply = await mcp.call('schedule_post', { requestId, confirm, ...time })
      expect(reply.facts['error'], JSON.stringify(time)).to.include({ code })
    }
    scheduleIn(await mcp.call('schedule_post', { requestId, confirm, publishAt: tomorrow() }))
    const unknown = await mcp.call('schedule_post', { requestId: randomUUID(), confirm, publishAt: tomorrow() })
    expect(unknown.isError).to.equal(true)
  })

  it('has a list, and what is planned can be cancelled', async () => {
    const { requestId, confirm } = await check()
    const { scheduleId } = scheduleIn(await mcp.call('schedule_post', { requestId, confirm, publishAt: tomorrow() }))
    const { facts: list } = await mcp.call('list_schedules', { status: 'scheduled' })
    expect((list['schedules'] as { scheduleId: string }[]).map((each) => each.scheduleId)).to.include(scheduleId)
    expect((await mcp.call('list_schedules', { scheduleId })).facts).to.include({ scheduleId, status: 'scheduled' })
    expect(scheduleIn(await mcp.call('cancel_schedule', { scheduleId }))).to.include({ status: 'cancelled' })
    const again = await mcp.call('cancel_schedule', { scheduleId })
    expect(again.facts['error']).to.include({ code: 'schedule_taken' })
  })
})
