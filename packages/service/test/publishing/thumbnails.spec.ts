import { randomUUIDv7 } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { insertExternalWrite, insertMediaFiles } from '@carillon/database'
import { StagedBlob, writeStream } from '@carillon/media'
import { expect } from 'chai'
import { discardUploads, openThumbnail } from '../../src/index.ts'
import { sweepMedia } from '../../src/publishing/media/sweep-media.ts'
import { thumbnailUrl } from '../../src/publishing/media/thumbnail.ts'
import { type Harness, startHarness } from '../harness.ts'
import { grey } from './image.ts'

const hour = 3_600_000

describe('thumbnails', () => {
  let harness: Harness
  let now = new Date('2026-11-20T12:20:00Z')
  beforeEach(async () => {
    now = new Date('2026-11-20T12:20:00Z')
    harness = await startHarness({ now: () => now })
  })
  afterEach(() => harness.close())

  async function* once(bytes: Buffer) {
    yield bytes
  }

  /** A file of a publish that has ended. */
  async function file(bytes: Buffer, contentType = 'image/png'): Promise<string> {
    const { context } = harness
    const account = await harness.connect({ platform: 'x' })
    const writeId = randomUUIDv7()
    await insertExternalWrite(context.db, {
      id: writeId,
      kind: 'publish',
      organizationId: harness.organizationId,
      profileId: harness.profileId,
      accountId: account.id,
      platform: 'x',
      requestId: 'r',
      createdAt: now,
      wakeAt: null,
      payload: '{}',
      state: '{}',
    })
    const { id, bytes: size, sha256 } = await writeStream(context.media, once(bytes))
    const more = { organizationId: harness.organizationId, writeId, durationSeconds: null, createdAt: now }
    const row = { id, contentType, bytes: size, sha256, width: null, height: null, ...more }
    await insertMediaFiles(context.db, [row])
    return id
  }

  const tokenFor = (mediaId: string) => thumbnailUrl(harness.context, mediaId).split('/').at(-1) ?? ''
  const open = (token: string) => openThumbnail(harness.context, token)
  const files = () => readdir(join(harness.dir, 'media'))

  it('are small, made once, and purged with the files of their publish', async () => {
    const id = await file(grey({ width: 2_000, height: 1_000 }))
    const [first, second] = await Promise.all([open(tokenFor(id)), open(tokenFor(id))])
    const third = await open(tokenFor(id))
    expect(first?.contentType).to.equal('image/webp')
    expect(first?.bytes).to.be.lessThan(100_000)
    expect([second?.sha256, third?.sha256]).to.deep.equal([first?.sha256, first?.sha256])
    const { rows } = await harness.context.pool.query('select width, height from media_file where thumbnail_of = $1', [
      id,
    ])
    expect(rows).to.deep.equal([{ width: 480, height: 240 }])
    expect(await files()).to.have.lengthOf(2)
    now = new Date(now.getTime() + 2 * hour)
    await sweepMedia(harness.context)
    now = new Date(now.getTime() + 48 * hour)
    await sweepMedia(harness.context)
    expect(await files()).to.deep.equal([])
  })

  it('are made beside an image that is small enough to be its own', async () => {
    const made = await open(tokenFor(await file(grey({ width: 40, height: 40 }))))
    if (made === null) throw new Error('no thumbnail was made')
    const id = await file(await buffer(made.open()), 'image/webp')
    for (let time = 0; time < 2; time++) expect(await open(tokenFor(id))).to.include({ contentType: 'image/webp' })
    expect(await harness.context.media.stat(id)).to.not.equal(null)
  })

  it('of an image that none can be made of are tried once, however often they are opened', async () => {
    const { media } = harness.context
    const broken = await file(grey({ width: 2_000, height: 1_000 }).subarray(0, 60))
    const pathOf = media.localPath
    let reads = 0
    media.localPath = (id) => {
      reads++
      return pathOf(id)
    }
    const opened = await Promise.all([open(tokenFor(broken)), open(tokenFor(broken))])
    const before = reads
    expect([...opened, await open(tokenFor(broken))]).to.deep.equal([null, null, null])
    expect(reads).to.equal(before)
    expect(before).to.be.within(1, 2)
  })

  it('have links that stay the same for an hour, and end within two', async () => {
    const id = await file(grey({ width: 10, height: 10 }))
    const token = tokenFor(id)
    now = new Date('2026-11-20T12:59:59Z')
    expect(tokenFor(id)).to.equal(token)
    now = new Date('2026-11-20T13:00:00Z')
    expect(tokenFor(id)).to.not.equal(token)
    expect(await open(token)).to.not.equal(null)
    now = new Date('2026-11-20T14:00:00Z')
    expect(await open(token)).to.equal(null)
  })

  it('have links that nobody else can make', async () => {
    const id = await file(grey({ width: 10, height: 10 }))
    const other = await file(grey({ width: 20, height: 20 }))
    const token = tokenFor(id)
    const [, until = '', signature = ''] = token.split('.')
    const forged = [
      id,
      `${id}.${until}`,
      `${other}.${until}.${signature}`,
      `${id}.${until}0.${signature}`,
      `${id}.${until}.${'A'.repeat(43)}`,
      `${token}.webp`,
      '',
    ]
    for (const each of forged) expect(await open(each), each).to.equal(null)
    const elsewhere = await startHarness({ now: () => now })
    const theirs = thumbnailUrl(elsewhere.context, id).split('/').at(-1) ?? ''
    await elsewhere.close()
    expect(await open(theirs)).to.equal(null)
  })

  it('show the media of a rejected publish, which owns them from the moment it is stored', async () => {
    const { media } = harness.context
    const owned = await file(grey({ width: 40, height: 40 }))
    const written = await writeStream(media, once(grey({ width: 20, height: 20 })))
    const staged = [{ ...written, id: owned }, written].map((each) => StagedBlob.ofBytes(each))
    await discardUploads(harness.context, staged)
    expect(await files()).to.deep.equal([owned])
    expect(await open(tokenFor(owned))).to.include({ contentType: 'image/webp' })
  })

  it('are none for an image whose file is gone, made before or not', async () => {
    const { media } = harness.context
    const id = await file(grey({ width: 40, height: 40 }))
    await media.remove(id)
    expect(await open(tokenFor(id))).to.equal(null)
    const shown = await file(grey({ width: 40, height: 40 }))
    await open(tokenFor(shown))
    for (const each of await files()) await media.remove(each)
    expect(await open(tokenFor(shown))).to.equal(null)
  })

  it('are none for what is gone, and for what is not an image', async () => {
    expect(await open(tokenFor(randomUUIDv7()))).to.equal(null)
    const broken = await file(grey({ width: 2_000, height: 1_000 }).subarray(0, 60))
    const video = await file(Buffer.from('not a video'), 'video/mp4')
    expect([await open(tokenFor(broken)), await open(tokenFor(video))]).to.deep.equal([null, null])
    const { rows } = await harness.context.pool.query('select from media_file where thumbnail_of is not null')
    expect(rows).to.deep.equal([])
  })
})
