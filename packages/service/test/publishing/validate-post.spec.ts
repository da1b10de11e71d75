import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { withAdverseHost } from '@carillon/testkit'
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

describe('validating a post whose media host', () => {
  for (const name of [
    'is silent after TLS',
    'sends its headers byte by byte',
    'sends its body byte by byte',
  ] as const) {
    it(`${name}: the problem names the host, within the time of the request`, () =>
      withAdverseHost(name, async ({ origin, port }) => {
        const harness = await startHarness(
          { registry: withPorts({ bluesky: { publish: new FakeNetwork().port } }) },
          { MEDIA_ALLOWED_ORIGINS: origin, PUBLISH_WAIT_MS: '0', READ_DEADLINE_MS: '1000' },
        )
        try {
          const { id: accountId } = await harness.connect({ platform: 'bluesky' })
          const images = ['a', 'b'].map((file) => ({ url: `${origin}/${file}.png`, alt: '' }))
          const response = await ask(harness.context, 'posts.validate', {
            scope: { organizationId: harness.organizationId, profileId: null },
            body: { platform: 'bluesky', accountId, text: 'look', images },
            // As the gateway ends the request, long after.
            signal: AbortSignal.timeout(60_000),
          })
          const { valid, problems } = bodyOf(response)
          expect([response.status, valid]).to.deep.equal([200, false])
          expect(problems[0]).to.deep.include({ path: ['images', '0'] })
          expect(problems[0].message).to.include(`localhost:${port}`)
          expect(problems[1].code).to.equal('invalid_image')
          expect(problems[1].message).to.include('took all the time of this request')
        } finally {
          await harness.close()
        }
      }))
  }
})
