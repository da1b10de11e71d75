import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobs } from '@carillon/service'
import { type S3Server, startS3 } from '@carillon/testkit'
import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

/** What gateways and workers on different machines have in common is the bucket: here no directory for media can exist. */
describe('media in a bucket', function () {
  this.timeout(600_000)
  let dir: string
  let objects: S3Server
  let whole: Whole

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'carillon-objects-'))
    objects = await startS3(dir)
    const { bucket, endpoint, credentials } = objects.options
    const env = {
      MEDIA_DIR: '/dev/null/media',
      MEDIA_GRACE_MINUTES: '0',
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }
    whole = await startWhole({ networks: ['instagram', 'youtube'], env })
  })
  after(async () => {
    await whole.close()
    await objects.stop()
    await rm(dir, { recursive: true, force: true })
  })

  const sample = (name: string) => `${whole.sandbox.url}/samples/${name}`

  async function bytesOf(name: string): Promise<{ type: string; bytes: Buffer }> {
    const response = await fetch(sample(name))
    return { type: String(response.headers.get('content-type')), bytes: Buffer.from(await response.arrayBuffer()) }
  }

  async function published(platform: string, body: object): Promise<{ kind: string; media: { bytes: number }[] }> {
    const accountId = await whole.connect(platform)
    const response = await whole.call('POST', '/posts', { platform, accountId, ...body })
    const ended = await whole.ended(response.body.publishId)
    expect(ended.status, JSON.stringify(ended.error)).to.equal('published')
    const { posts } = (await whole.sandboxCall('GET', `/state/${platform}`)).body
    return posts.find(({ id }: { id: string }) => id === ended.postIds[0])
  }

  it('come in by JSON, are encoded again there and are fetched from us by the network', async () => {
    const { type, bytes } = await bytesOf('photo-1080x1080-located.jpg')
    const image = { contentType: type, base64: bytes.toString('base64') }
    expect((await published('instagram', { caption: 'from the bucket', image })).media).to.have.length(1)
    expect(objects.calls.filter((call) => call.startsWith('GET ')).length).to.be.above(1)
  })

  it('come in from an address, in parts when they are large, and go out in ranges', async () => {
    objects.calls.length = 0
    const video = { url: sample('video-720x1280-6s-60mb.mp4') }
    const post = await published('youtube', { title: 'Large', privacy_status: 'private', made_for_kids: false, video })
    expect(post.media[0]?.bytes).to.be.at.least(60_000_000)
    expect(objects.calls.filter((call) => call.includes('partNumber=')).length).to.be.above(5)
  })

  it('are gone once their publishes have ended and their time is over', async () => {
    expect((await objects.held()).length).to.be.above(0)
    await jobs['retention.run'].run(whole.context, {}, new AbortController().signal)
    expect(await objects.held()).to.deep.equal([])
  })
})
