import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import type { AccountRow } from '@carillon/database'
import { expect } from 'chai'
import { openPicture } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'
import { grey } from '../publishing/image.ts'

/** An MP4 video of one frame, deflated. */
const video = [
  '7dDNCcJAEAXgt7EEPeSoHWgHViEevMSsMSFZI84Q0JMlWItHW7EBy5AkBmJQQfH4PhiW/X3DAvAj3W8TyR3goRyDIpwA5ury',
  'vACQuSK2eOLN6/o3s9ZdkAJYaNrNhHl/7fN8WnZ8BExcbfacTQIAQ2e7Gb1bXZVRbLNds1MkdtWNvbhkEwE4iy4zAJGoNA+W',
  'Lczqj3zNO9btfM0XVWmlmEfLvqgcWueaTxiIhnlrbQz0T84G+lM6ERERERERERERfeUO',
].join('')

describe('pictures of accounts and posts', () => {
  let harness: Harness
  let server: Server
  let origin: string
  let account: AccountRow
  /** What the network serves next. */
  let served: { status: number; body: Buffer } = { status: 200, body: Buffer.alloc(0) }

  /** The numbers of pictures that the network is serving, now and at most. */
  const serving = { now: 0, max: 0 }

  before(async () => {
    server = createServer(async (_req, res) => {
      serving.max = Math.max(serving.max, ++serving.now)
      await sleep(50)
      serving.now--
      res.writeHead(served.status).end(served.body)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    harness = await startHarness({}, { MEDIA_ALLOWED_ORIGINS: origin })
    account = await harness.connect({ platform: 'facebook' })
    await setAvatar(`${origin}/avatar.png`)
  })
  after(async () => {
    await harness.close()
    server.close()
  })
  beforeEach(() => {
    served = { status: 200, body: grey({ width: 800, height: 800 }) }
  })

  const setAvatar = (url: string | null) =>
    harness.context.pool.query('update account set avatar_url = $2 where id = $1', [account.id, url])

  const open = (
    { postId = null, accountId = account.id, organizationId = harness.organizationId } = {} as Partial<{
      postId: string | null
      accountId: string
      organizationId: string
    }>,
  ) =>
    openPicture(
      harness.context,
      { scope: { organizationId, profileId: null } },
      { accountId, postId, signal: new AbortController().signal },
    )
  const files = () => readdir(join(harness.dir, 'media'))

  it('are small, and nothing of them is kept', async () => {
    const picture = await open()
    expect(picture?.contentType).to.equal('image/webp')
    expect(picture?.data.length).to.be.within(1, 50_000)
    expect(await files()).to.deep.equal([])
  })

  it('are shown even if the media store cannot remove what was fetched', async () => {
    const { media } = harness.context
    const context = { ...harness.context, media: { ...media, remove: () => Promise.reject(new Error('read-only')) } }
    const scope = { organizationId: harness.organizationId, profileId: null }
    const named = { accountId: account.id, postId: null, signal: new AbortController().signal }
    expect(await openPicture(context, { scope }, named)).to.include({ contentType: 'image/webp' })
    await Promise.all((await files()).map((id) => media.remove(id)))
  })

  it('are fetched a few at a time for an organization, however many it requests', async () => {
    served = { status: 404, body: Buffer.alloc(0) }
    serving.max = 0
    const pictures = await Promise.all(Array.from({ length: 20 }, () => open()))
    expect(pictures.every((picture) => picture === null)).to.equal(true)
    expect(serving.max).to.be.within(2, 6)
  })

  it('are those of posts whose comments are copied', async () => {
    const summary = (thumbnailUrl: string | null) => JSON.stringify({ id: 'p', caption: null, thumbnailUrl })
    for (const [postId, url] of [
      ['with', `${origin}/post.png`],
      ['without', null],
    ] as const) {
      await harness.context.pool.query(
        `insert into comment_post (id, account_id, post_id, summary, read_at) values ($1, $2, $3, $4, now())`,
        [randomUUIDv7(), account.id, postId, summary(url)],
      )
    }
    expect(await open({ postId: 'with' })).to.not.equal(null)
    expect(await open({ postId: 'without' })).to.equal(null)
    expect(await open({ postId: 'unknown' })).to.equal(null)
  })

  it('are not shown of an account of nobody, or of another organization', async () => {
    expect(await open({ accountId: randomUUIDv7() })).to.equal(null)
    expect(await open({ organizationId: randomUUIDv7() })).to.equal(null)
  })

  it('are not shown where the network does not have them, or what it has is no image', async () => {
    served = { status: 404, body: Buffer.from('gone') }
    expect(await open()).to.equal(null)
    served = { status: 200, body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    expect(await open()).to.equal(null)
    // Some networks name a video as the picture of a post.
    served = { status: 200, body: inflateRawSync(Buffer.from(video, 'base64')) }
    expect(await open()).to.equal(null)
    expect(await files()).to.deep.equal([])
  })

  it('are not fetched from an address inside of the own network', async () => {
    await setAvatar('http://127.0.0.1:1/avatar.png')
    expect(await open()).to.equal(null)
    await setAvatar(null)
    expect(await open()).to.equal(null)
  })
})
