import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readExternalWrite } from '@carillon/database'
import type { Schedule } from '@carillon/domain'
import type { MediaSource } from '@carillon/providers'
import { expect } from 'chai'
import { runWrite } from '../../src/journal/run-write.ts'
import { sweepMedia } from '../../src/publishing/media/sweep-media.ts'
import { deleteUpload } from '../../src/uploads/delete-upload.ts'
import { ask, bodyOf } from '../ask.ts'
import { hour, type Scheduling, startScheduling } from '../schedules/scheduling.ts'
import { type FileServer, serveFiles } from './file-server.ts'
import { grey } from './image.ts'
import { received, upload } from './upload.ts'

/** Wider than Bluesky takes, so that it is converted to another file. */
const wide = grey({ width: 2_400, height: 10 })
const small = grey({ width: 40, height: 30 })

describe('a file that a post uses several times', () => {
  let files: FileServer
  let service: Scheduling

  before(async () => {
    files = await serveFiles({ '/wide.png': wide, '/small.png': small })
  })
  after(() => files.close())
  beforeEach(async () => {
    service = await startScheduling(undefined, {}, { MEDIA_ALLOWED_ORIGINS: files.origin, PUBLISH_WAIT_MS: '0' })
  })
  afterEach(() => service.close())

  const stored = () => readdir(join(service.harness.dir, 'media')).catch((): string[] => [])
  const scope = () => ({ organizationId: service.harness.organizationId, profileId: null })
  const post = (images: object[]) => ({ platform: 'bluesky', accountId: service.account.id, text: 'look', images })
  const fetched = (name: string) => ({ url: `${files.origin}/${name}.png` })

  const sent = (bytes: Buffer) => received(service.harness, bytes)

  /** The ids of the files that the media items of a stored post refer to, in their order. */
  function idsIn(payload: Record<string, unknown>): string[] {
    return (payload['images'] as { source: { mediaId: string } }[]).map(({ source }) => source.mediaId)
  }

  const scheduled = async ({ scheduleId }: Schedule) => {
    const { rows } = await service.harness.context.pool.query('select payload from schedule where id = $1', [
      scheduleId,
    ])
    return idsIn(rows[0].payload)
  }
  const known = async (): Promise<string[]> => {
    const { rows } = await service.harness.context.pool.query('select id from media_file')
    return rows.map(({ id }) => id)
  }

  it('is stored once with a schedule, reaches the network each time, and is deleted with it', async () => {
    const { uploadId, url } = await upload(service.harness, wide)
    const [original] = await stored()
    const { port } = service.network
    const { commit } = port
    let given: string[] = []
    port.commit = async (call, ...others) => {
      given = (call.input.images ?? []).map(({ source }) => source.mediaId)
      return commit(call, ...others)
    }
    const schedule = await service.create(hour, {
      post: post([{ url }, { url }, fetched('wide'), fetched('small'), { url }]),
    })
    const [first, , , other] = await scheduled(schedule)
    expect(await scheduled(schedule)).to.deep.equal([first, first, first, other, first])
    expect(await known()).to.have.members([first, other])
    expect(await stored()).to.have.members([original, first, other])
    await deleteUpload(service.harness.context, { keyId: 'key', scope: scope(), scopes: ['*'] }, uploadId)
    service.clock.at += hour
    await service.take()
    expect(await service.run(await service.get(schedule.scheduleId))).to.include({ status: 'succeeded' })
    expect(given).to.deep.equal([first, first, first, other, first])
    service.clock.at += 48 * hour
    const { context } = service.harness
    const failure = new Error('not permitted')
    const remove = (id: string) => (id === first ? Promise.reject(failure) : context.media.remove(id))
    const sweeping = sweepMedia({ ...context, media: { ...context.media, remove } })
    expect(await sweeping.catch((error: unknown) => error)).to.equal(failure)
    expect([await known(), await stored()], 'one that cannot be removed keeps no other').to.deep.equal([
      [first],
      [first],
    ])
    await sweepMedia(context)
    expect([await known(), await stored()]).to.deep.equal([[], []])
  })

  it('is stored once if the request contained it several times; the gateway deletes the others', async () => {
    const images = [await sent(small), await sent(small)]
    const schedule = await service.create(hour, { post: post(images) })
    const [first] = await scheduled(schedule)
    expect(first).to.equal(images[0]?.base64.id)
    expect([await scheduled(schedule), await known()]).to.deep.equal([[first, first], [first]])
  })

  it('is downloaded or copied, and converted, to one file of a publish', async () => {
    const { url } = await upload(service.harness, wide)
    const [original] = await stored()
    const { context } = service.harness
    const images = [{ url }, fetched('wide'), { url }, fetched('wide')]
    const { publishId } = bodyOf(await ask(context, 'posts.publish', { scope: scope(), body: post(images) }))
    await runWrite(context, { writeId: publishId, signal: new AbortController().signal })
    const row = await readExternalWrite(context.db, publishId)
    expect(row?.status).to.equal('succeeded')
    const [first] = idsIn(row?.payload ?? {})
    expect(idsIn(row?.payload ?? {})).to.deep.equal([first, first, first, first])
    // The copy of the upload and what it was converted to.
    expect(await known())
      .to.have.length(2)
      .and.to.include(first)
    expect(await stored()).to.have.members([original, ...(await known())])
  })

  it('has a URL for each use, the same ones until the end of the attempt', async () => {
    const { port } = service.network
    const { advance, commit } = port
    const given: string[][] = []
    const linked = async (images: { source: MediaSource }[] = []) => {
      given.push(await Promise.all(images.map(async ({ source }) => (await source.link()).url)))
    }
    port.advance = async (call, ...others) => {
      if (given.length === 0) await linked(call.input.images)
      return advance(call, ...others)
    }
    port.commit = async (call, ...others) => {
      await linked(call.input.images)
      await linked(call.input.images)
      return commit(call, ...others)
    }
    const images = [await sent(small), await sent(small), await sent(wide)]
    const { context } = service.harness
    const { publishId } = bodyOf(await ask(context, 'posts.publish', { scope: scope(), body: post(images) }))
    await runWrite(context, { writeId: publishId, signal: new AbortController().signal })
    const [first = [], ...later] = given
    expect(new Set(first).size).to.equal(3)
    expect(later).not.to.be.empty
    for (const urls of later) expect(urls).to.have.members(first)
    const { rows } = await context.pool.query('select 1 from media_link where write_id = $1', [publishId])
    expect(rows).to.have.length(3)
  })

  it('is checked with each field of the post by the rules of that field', async () => {
    const [one, other] = [await sent(small), await sent(small)]
    const declared = { ...other, content_type: 'image/jpeg' }
    const rejected = await service.create(hour, { post: post([one, declared]) }).then(String, String)
    expect(rejected).to.contain('images[1]').and.to.contain('is declared as image/jpeg')
  })
})
