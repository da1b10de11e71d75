import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('a media store that accepts no bytes for a while', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ pace: { bytes: 1000, everyMs: 100 } })
    const { media } = gateway.installation.context
    const create = media.create.bind(media)
    const drained = () => new Promise<void>((resolve) => setTimeout(resolve, 500))
    media.create = (options) => Object.assign(create(options), { drained })
  })
  after(() => gateway.close())

  const large = Buffer.alloc(3_000_000, 'a')

  for (const [kind, type, path, body] of [
    ['JSON', 'application/json', '/api/v1/posts', `{"platform":"x","media":[{"base64":"${large}"}]}`],
    [
      'a form',
      'multipart/form-data; boundary=B',
      '/api/v1/posts',
      `--B\r\nContent-Disposition: form-data; name="video"; filename="a"\r\n\r\n${large}\r\n--B--\r\n`,
    ],
  ] as const)
    it(`is not the fault of a client that sends fast: ${kind}`, async () => {
      const { status, headers, text } = await gateway.ask('POST', path, { body, headers: { 'content-type': type } })
      expect(status, text).to.equal(503)
      expect(headers.get('x-should-retry')).to.equal('true')
    })
})
