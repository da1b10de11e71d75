import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('posts beyond the limit of stored media', () => {
  let gateway: TestGateway
  before(async () => {
    const env = { PUBLISH_WAIT_MS: '0', PUBLISH_BYTES_PER_ORGANIZATION: String(png.length) }
    gateway = await startGateway({ real: true, env })
  })
  after(() => gateway.close())

  const routing = (platform: 'bluesky' | 'facebook') => ({
    platform,
    accountId: gateway.installation.accounts[platform],
  })
  const publish = (more: object) => gateway.ask('POST', '/api/v1/posts', { json: { ...routing('bluesky'), ...more } })

  function publishForm() {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...routing('facebook'), message: 'Hello' })) body.append(name, value)
    body.append('image', new Blob([png], { type: 'image/png' }), 'image.png')
    return gateway.ask('POST', '/api/v1/posts', { body })
  }

  async function counted() {
    const { rows } = await gateway.installation.context.pool.query('select from external_write')
    return { files: (await gateway.installation.files()).length, publishes: rows.length }
  }

  it('are 413 in every form, and leave no file; a text is not rejected', async () => {
    const first = await publishForm()
    expect(first.status, first.text).to.equal(202)
    const before = await counted()
    expect(before).to.deep.equal({ files: 1, publishes: 1 })
    const base64 = png.toString('base64')
    const rejected = [
      await publishForm(),
      await publish({ text: 'Hello', images: [{ content_type: 'image/png', base64 }] }),
      await publish({ text: 'Hello', video: { url: 'https://cdn.example/video.mp4' } }),
    ]
    for (const { status, body, text } of rejected) {
      expect([status, body.error?.code], text).to.deep.equal([413, 'upload_quota_exceeded'])
    }
    expect(rejected[0]?.body.error.message).to.include(
      `have ${png.length} bytes, and ${png.length} is the maximum: this post, with media of ${png.length} bytes,`,
    )
    expect(await counted()).to.deep.equal(before)
    const text = await publish({ text: 'Hello' })
    expect(text.status, text.text).to.equal(202)
  })
})
