import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readExternalWrite } from '@carillon/database'
import { expect } from 'chai'
import { type Context, createOrganization, jobs } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { sweepMedia } from '../../src/publishing/media/sweep-media.ts'
import { type Asked, ask, bodyOf, rejection } from '../ask.ts'
import { hour, minute, type Scheduling, startScheduling } from '../schedules/scheduling.ts'
import { type FileServer, serveFiles } from './file-server.ts'
import { grey } from './image.ts'
import { received, upload } from './upload.ts'

/** An image that Bluesky takes as it is. */
const image = grey({ width: 40, height: 30 })
const size = image.length
/** Wider than Bluesky takes, so that it is converted to another file. */
const wide = grey({ width: 2_400, height: 10 })
const exceeded = { code: 'upload_quota_exceeded', status: 413 }

describe('media of publishes', () => {
  let files: FileServer
  let own: Scheduling
  before(async () => {
    files = await serveFiles({ '/image.png': image, '/wide.png': wide })
  })
  after(() => files.close())
  beforeEach(async () => {
    const env = { MEDIA_ALLOWED_ORIGINS: files.origin, PUBLISH_WAIT_MS: '0', MEDIA_GRACE_MINUTES: '60' }
    own = await startScheduling(undefined, {}, { ...env, PUBLISH_BYTES_PER_ORGANIZATION: String(2 * size) })
  })
  afterEach(() => own.close())

  const sent = () => received(own.harness, image)
  const atUrl = (name = 'image') => ({ url: `${files.origin}/${name}.png` })
  const stored = async () => (await readdir(join(own.harness.dir, 'media')).catch((): string[] => [])).sort()
  const writes = async () =>
    (await own.harness.context.pool.query('select id from external_write')).rows.map(({ id }) => id)

  async function publish(
    images: object[],
    { context = own.harness.context, ...asked }: Partial<Asked> & { context?: Context } = {},
  ): Promise<string> {
    const body = { platform: 'bluesky', accountId: own.account.id, text: 'look', ...(images.length > 0 && { images }) }
    const scope = { organizationId: own.harness.organizationId, profileId: null }
    return bodyOf(await ask(context, 'posts.publish', { scope, body, ...asked })).publishId
  }

  async function run(writeId: string) {
    await runWrite(own.harness.context, { writeId, signal: new AbortController().signal })
    return readExternalWrite(own.harness.context.db, writeId)
  }

  /** Fills the space of the organization. */
  const fill = async () => [await publish([await sent()]), await publish([await sent()])]

  it('are rejected beyond the limit with what is used, and leave neither a file nor a publish', async () => {
    const full = await fill()
    const before = await stored()
    const error = await rejection(publish([await sent()]))
    expect(error).to.include(exceeded)
    expect(error.message).to.equal(
      `The media of the organization's publishes have ${2 * size} bytes, and ${2 * size} is the maximum: this post, with media of ${size} bytes, does not fit. Wait until some publishes have ended: their media are removed 60 minutes afterwards.`,
    )
    expect([await stored(), await writes()]).to.deep.equal([before, full])
    const { url } = await upload(own.harness, image)
    const uploaded = await stored()
    expect(await rejection(publish([{ url }]))).to.include(exceeded)
    expect([await stored(), await writes()], 'the copy of the upload').to.deep.equal([uploaded, full])
  })

  it('are rejected by their size also before a deadline, which is named after it', async () => {
    const early = { headers: { 'x-publish-before': '2999-01-01T00:00:00Z' } }
    await publish([await sent()], early)
    expect(await rejection(publish([await sent(), await received(own.harness, wide)], early))).to.include(exceeded)
    const late = { headers: { 'x-publish-before': '2000-01-01T00:00:00Z' } }
    expect(await rejection(publish([await sent()], late))).to.include({ code: 'deadline_passed' })
  })

  it('use up no budget if they are rejected', async () => {
    const grant = await own.keyOf({ publishesPerDay: 3 })
    for (const images of [[await sent()], [await sent()]]) await publish(images, { grant })
    expect(await rejection(publish([await sent()], { grant }))).to.include(exceeded)
    await publish([], { grant })
    expect(await rejection(publish([], { grant }))).to.include({ code: 'budget_exhausted' })
  })

  it('are accepted if they were stored, but not confirmed, and fill the limit themselves', async () => {
    const { context } = own.harness
    let sentTimes = 0
    const db: Context['db'] = {
      ...context.db,
      async query<Row>(...[text, values, grouping]: Parameters<Context['db']['query']>): Promise<Row[]> {
        const rows = await context.db.query<Row>(text, values, grouping)
        if (text.includes('insert into external_write') && sentTimes++ === 0)
          throw new Error('Connection terminated unexpectedly')
        return rows
      },
    }
    const first = await publish([await sent()])
    const config = { ...context.config, gateway: { ...context.config.gateway, publishWaitMs: 60_000 } }
    const publishing = publish([await sent()], { context: { ...context, db, config } })
    const others = async () => (await writes()).filter((id) => id !== first)
    while ((await others()).length === 0) await sleep(20)
    const [unconfirmed] = await others()
    expect(await run(unconfirmed)).to.include({ status: 'succeeded' })
    expect(await publishing).to.equal(unconfirmed)
    expect([sentTimes, await others()]).to.deep.equal([2, [unconfirmed]])
  })

  it('do not count twice if several items have the same file, and do not count elsewhere', async () => {
    await publish([await sent(), await sent()])
    await publish([await sent()])
    expect(await rejection(publish([await sent()]))).to.include(exceeded)
    const { context } = own.harness
    const another = await createOrganization(context, { name: 'Another' })
    await context.pool.query('update media_file set organization_id = $1', [another.organizationId])
    await fill()
  })

  it('count until they are removed after the end of their publish', async () => {
    const ids = await fill()
    for (const id of ids) expect(await run(id)).to.include({ status: 'succeeded' })
    own.clock.at += 59 * minute
    await sweepMedia(own.harness.context)
    expect(await rejection(publish([await sent()]))).to.include(exceeded)
    own.clock.at += 2 * minute
    await sweepMedia(own.harness.context)
    await fill()
    expect(await rejection(publish([await sent()]))).to.include(exceeded)
  })

  it('at URLs are rejected once the limit is reached, and their publish fails if it is reached before the download', async () => {
    const waiting = [await publish([atUrl()]), await publish([atUrl()]), await publish([atUrl()])]
    for (const id of waiting.slice(0, 2)) expect(await run(id)).to.include({ status: 'succeeded' })
    const error = await rejection(publish([atUrl()]))
    expect(error).to.include(exceeded)
    expect(error.message).to.equal(
      `The media of the organization's publishes have ${2 * size} bytes, and ${2 * size} is the maximum: this post, whose media are at URLs, does not fit. Wait until some publishes have ended: their media are removed 60 minutes afterwards.`,
    )
    expect(await writes()).to.have.members(waiting)
    const before = await stored()
    const failed = await run(waiting[2] ?? '')
    expect(failed).to.include({ status: 'failed' })
    expect(failed?.error).to.include({ ...exceeded, message: error.message })
    expect([await stored(), files.asked.length]).to.deep.equal([before, 2])
  })

  it('at URLs are rejected beside files that reach the limit, since their download would be', async () => {
    const first = await publish([await sent()])
    expect(await rejection(publish([await sent(), atUrl('wide')]))).to.include(exceeded)
    expect(await writes()).to.deep.equal([first])
    await publish([await sent()])
  })

  it('are a problem of a validation where publishing would be rejected', async () => {
    const problemsOf = async (images: object[]) => {
      const body = { platform: 'bluesky', accountId: own.account.id, text: 'look', images }
      const scope = { organizationId: own.harness.organizationId, profileId: null }
      const { valid, problems } = bodyOf(await ask(own.harness.context, 'posts.validate', { scope, body }))
      expect(valid).to.equal(problems.length === 0)
      return problems
    }
    await publish([await sent()])
    const { url } = await upload(own.harness, image)
    for (const fitting of [
      [await sent(), await sent()],
      [{ url }, { url }],
      [atUrl(), atUrl('wide')],
    ])
      expect(await problemsOf(fitting)).to.deep.equal([])
    for (const large of [
      [{ url }, atUrl()],
      [await sent(), await received(own.harness, wide)],
    ]) {
      const problems = await problemsOf(large)
      const { code, status, message } = await rejection(publish(large))
      expect({ code, status }).to.deep.equal(exceeded)
      expect(problems).to.deep.equal([{ code, path: [], message, limit: null, actual: null }])
    }
    await publish([{ url }])
    const [problem] = await problemsOf([atUrl()])
    expect(problem).to.have.property('message').that.contains('whose media are at URLs')
  })

  it('are published beyond the limit once they are stored', async () => {
    const { context } = own.harness
    const [converted, atUrls] = [await publish([await received(own.harness, wide)]), await publish([atUrl()])]
    await jobs['write.fetch'].run(context, { writeId: atUrls }, new AbortController().signal)
    await context.pool.query(
      `insert into media_file (id, organization_id, write_id, content_type, bytes, sha256, created_at)
        select gen_random_uuid(), organization_id, write_id, content_type, $1, sha256, created_at from media_file limit 1`,
      [2 * size],
    )
    expect(await rejection(publish([await sent()]))).to.include(exceeded)
    for (const id of [converted, atUrls]) expect(await run(id)).to.include({ status: 'succeeded' })
  })

  it('of a released schedule count, and are never rejected', async () => {
    await fill()
    const schedule = await own.create(hour, {
      post: { platform: 'bluesky', accountId: own.account.id, text: 'look', images: [atUrl('wide')] },
    })
    own.clock.at += 2 * hour
    await own.take()
    const taken = await own.get(schedule.scheduleId)
    expect(taken.status).to.equal('taken')
    expect(await own.run(taken)).to.include({ status: 'succeeded' })
    const { rows } = await own.harness.context.pool.query('select sum(bytes) as used from media_file')
    const error = await rejection(publish([atUrl()]))
    expect(error).to.include(exceeded)
    expect(Number(rows[0].used)).to.be.greaterThan(2 * size)
    expect(error.message).to.include(`have ${rows[0].used} bytes`)
  })

  it('do not keep a text from being published', async () => {
    await fill()
    expect(await run(await publish([]))).to.include({ status: 'succeeded' })
  })
})
