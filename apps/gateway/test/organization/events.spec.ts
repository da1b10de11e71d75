import { operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const dayMs = 86_400_000

describe('the feed of events, with the service behind it', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const read = (cursor: string, from = gateway): Promise<Reply> =>
    from.ask('GET', `/api/v1/events?${new URLSearchParams({ cursor })}`)

  it('200: begins at the present, and has a cursor to read on from', async () => {
    const reply = await read('now')
    compileCheck(operationRow('events.list').responses[200]?.schema ?? false)(reply.body, { whole: 'response' })
    expect([reply.status, reply.body['events']]).to.deep.equal([200, []])
    expect((await read(String(reply.body['cursor']))).status).to.equal(200)
  })

  it('410: a cursor whose following events may have been deleted, with the time since which they are kept', async () => {
    const { installation } = gateway
    const { eventsKeptDays } = installation.context.config
    const { body } = await read('now')
    const now = new Date(Date.now() + (eventsKeptDays + 1) * dayMs)
    const later = await startGateway({
      real: true,
      installation: { ...installation, context: { ...installation.context, now: () => now } },
    })
    try {
      const reply = await read(String(body['cursor']), later)
      expect([reply.status, reply.body.error.code]).to.deep.equal([410, 'event_cursor_expired'])
      const keptSince = new Date(now.getTime() - eventsKeptDays * dayMs).toISOString()
      expect(reply.body.error.details).to.deep.equal({ keptSince })
    } finally {
      await later.close()
    }
  })
})
