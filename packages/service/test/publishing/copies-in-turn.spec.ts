import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { grey } from './image.ts'
import { upload } from './upload.ts'

const posts = 20

describe('posts of an organization with the same upload', () => {
  let harness: Harness
  before(async () => {
    const registry = withPorts({ bluesky: { publish: new FakeNetwork().port } })
    harness = await startHarness({ registry }, { PUBLISH_WAIT_MS: '0' })
  })
  after(() => harness.close())

  it('are not all copied at once, so that copies for others find a connection', async () => {
    const { context, organizationId } = harness
    const { media, state } = context
    const { id: accountId } = await harness.connect({ platform: 'bluesky' })
    const { url } = await upload(harness, grey({ width: 30, height: 20 }))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const count = { wanted: 0, running: 0, others: 0 }
    async function copy(id: string) {
      count.running++
      await released
      return media.copy(id)
    }
    const take = state.copies.take.bind(state.copies)
    state.copies.take = (key, work) => {
      count.wanted++
      return take(key, work)
    }
    const slow = {
      ...context,
      media: new Proxy(media, { get: (_, key) => (key === 'copy' ? copy : Reflect.get(media, key)) }),
    }
    const body = { platform: 'bluesky', accountId, text: 'Hello', images: [{ url, alt: '' }] }
    const asked = { scope: { organizationId, profileId: null }, body }
    const publishing = Promise.all(Array.from({ length: posts }, () => ask(slow, 'posts.publish', asked)))
    while (count.wanted < posts && count.running <= 8) await sleep(5)
    await state.copies.take('another organization', async () => void count.others++)
    expect(count).to.include({ running: 8, others: 1 })
    release()
    const stored = (await publishing).map((output) => bodyOf(output).publishId)
    expect(new Set(stored).size).to.equal(posts)
    expect(count.running).to.equal(posts)
  })
})
