import { expect } from 'chai'
import { type DeliveryHarness, startDeliveryHarness } from './delivery-harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const key = 'theirs-0123 part-4567'

describe('the stored response of an endpoint', () => {
  let harness: DeliveryHarness
  let receiver: Receiver
  beforeEach(async () => {
    harness = await startDeliveryHarness()
    receiver = await startReceiver((request, response) => response.writeHead(200).end(`<${request.headers['x-key']}>`))
  })
  afterEach(async () => {
    await harness.close()
    await receiver.close()
  })

  it('contains nothing of a header with several words that the response repeats', async () => {
    const { id } = await harness.create({ url: receiver.url, types: ['*'], headers: { 'x-key': key } })
    await harness.raise([{ type: 'publish.published' }])
    harness.work()
    const [delivery] = await harness.untilDeliveries(id, ([one]) => one?.status === 'delivered')
    expect(receiver.received[0]?.headers['x-key']).to.equal(key)
    expect(delivery?.attempts.map(({ response }) => response)).to.deep.equal(['<[header]>'])
  })
})
