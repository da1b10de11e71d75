import { raiseEvents } from '@carillon/database'
import { expect } from 'chai'
import { newEvent } from '../../src/events/new-event.ts'
import { startDeliveryHarness } from './delivery-harness.ts'
import { type Case, hasPython, receivers } from './foreign-receivers.ts'
import { startReceiver } from './receiver.ts'

describe('deliveries as they arrive', () => {
  let cases: Case[] = []
  before(async () => {
    let clockMs = -400_000
    const harness = await startDeliveryHarness({ now: () => new Date(Date.now() + clockMs) })
    const receiver = await startReceiver((_request, response, number) => {
      clockMs = 0
      response.writeHead(number === 1 ? 503 : 204).end()
    })
    const { secret, id } = await harness.create({ url: receiver.url, types: ['*'] })
    const { context, organizationId } = harness
    const owner = { organizationId, profileId: null, accountId: null, platform: null }
    const data = { message: 'Straße \u2028 🔔 </script>' }
    await raiseEvents(context.db, [newEvent(owner, { type: 'connection.failed', id: 'one', at: new Date(), data })])
    await context.events.now()
    harness.work()
    await harness.untilDeliveries(id, ([one]) => one?.status === 'delivered')
    await harness.close()
    await receiver.close()
    cases = receiver.received.map(({ headers, body }) => {
      const sent = ['id', 'timestamp', 'signature'].map((name) => [
        `webhook-${name}`,
        String(headers[`webhook-${name}`]),
      ])
      return { secret, body, headers: Object.fromEntries(sent) }
    })
  })

  for (const [name, verify] of Object.entries(receivers)) {
    it(`are taken by ${name} at the time of their attempt, and not when they are recorded and sent later`, function () {
      if (name.startsWith('Python') && !hasPython) this.skip()
      // The first attempt was made 400 seconds ago, with the same id and body as the second.
      expect(new Set(cases.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).to.equal(1)
      expect(verify(cases)).to.deep.equal([false, true])
      const forged = cases.map((one) => ({ ...one, body: one.body.replace('Straße', 'Strasse') }))
      expect(verify(forged)).to.deep.equal([false, false])
    })
  }
})
