import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('validating posts whose media have to be fetched', () => {
  let silent: Server
  let origin: string
  let harness: Harness
  let accountId: string

  before(async () => {
    silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    harness = await startHarness(
      { registry: withPorts({ bluesky: { publish: new FakeNetwork().port } }) },
      { MEDIA_ALLOWED_ORIGINS: origin, UPLOAD_SLOTS_PER_KEY: '1' },
    )
    accountId = (await harness.connect({ platform: 'bluesky' })).id
  })
  after(async () => {
    silent.closeAllConnections()
    silent.close()
    await harness.close()
  })

  const validate = (more: object, signal = new AbortController().signal) =>
    ask(harness.context, 'posts.validate', {
      scope: { organizationId: harness.organizationId, profileId: null },
      body: { platform: 'bluesky', accountId, text: 'look', ...more },
      signal,
    })
  const images = () => ({ images: [{ url: `${origin}/slow.png`, alt: '' }] })

  it('takes one of the places that the key has for uploads, and gives it back', async () => {
    for (let round = 0; round < 2; round++) {
      const leaving = new AbortController()
      const asked = once(silent, 'request')
      const waiting = rejection(validate(images(), leaving.signal))
      await asked
      expect(await rejection(validate(images()))).to.include({ code: 'rate_limited', retryAfter: 1 })
      expect(bodyOf(await validate({}))).to.deep.include({ valid: true, media: [] })
      leaving.abort()
      await waiting.catch(() => {})
    }
  })
})
