import { samplePosts } from '@carillon/contract'
import { type PublishPlatform, type Schedule, supports } from '@carillon/domain'
import { keysOf } from '@carillon/errors'
import { setCard } from '@carillon/service'
import { expect } from 'chai'
import { skipNetworkChecks } from '../installation.ts'
import { type Reply, startGateway, type TestGateway } from '../test-gateway.ts'
import { portraitVideo } from './portrait-video.ts'

const video = portraitVideo()
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
const hour = 3_600_000

/** The names under which forms send the files of these properties. */
const fileNames: Readonly<Record<string, string>> = { images: 'images[]', photos: 'photos[]' }

/** A body as a form: each file under its name, everything else as text. */
function formOf(post: Readonly<Record<string, unknown>>, schedule: object): FormData {
  const form = new FormData()
  form.append('schedule', JSON.stringify(schedule))
  for (const [name, value] of Object.entries(post)) {
    const items = (Array.isArray(value) ? value : [value]) as readonly unknown[]
    for (const item of items) {
      const { base64, contentType, content_type: type = contentType } = Object(item)
      if (typeof base64 !== 'string') form.append(name, String(item))
      else form.append(fileNames[name] ?? name, new Blob([Buffer.from(base64, 'base64')], { type }), 'file')
    }
  }
  return form
}

describe('every body that a network takes can be scheduled', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { PUBLIC_URL: 'https://carillon.example' } })
    const { context, organizationId } = gateway.installation
    skipNetworkChecks(context)
    await setCard(context, { organizationId, onFile: true })
  })
  after(() => gateway.close())

  const scheduleIn = (reply: Reply, status: number) => {
    expect(reply.status, reply.text).to.equal(status)
    return reply.body as unknown as Schedule
  }
  const at = (id: string, rest = '') => `/api/v1/schedules/${id}${rest}`

  /** Moves a schedule, publishes it, and reads its publish. */
  async function moveAndPublish({ scheduleId, requestId, post, platform }: Schedule): Promise<void> {
    const publishAt = soon(2 * hour)
    const moved = scheduleIn(await gateway.ask('PATCH', at(scheduleId), { json: { publishAt } }), 200)
    expect(moved).to.deep.include({ status: 'scheduled', post })
    expect(moved.publishAt.instant).to.equal(publishAt)
    const { publishId } = scheduleIn(await gateway.ask('POST', at(scheduleId, '/release')), 200)
    const publish = await gateway.ask('GET', `/api/v1/posts/publishes/${publishId}`)
    expect(publish.body, publish.text).to.include({ publishId, requestId, platform })
  }

  for (const platform of keysOf(samplePosts)) {
    for (const { kind, body } of samplePosts[platform]) {
      const postOf = (named: PublishPlatform) => ({
        ...{ platform: named, accountId: gateway.installation.accounts[named] },
        ...body(video.toString('base64')),
      })

      it(`${platform}, ${kind}: in JSON`, async () => {
        const json = { publishAt: soon(hour), post: postOf(platform) }
        const made = scheduleIn(await gateway.ask('POST', '/api/v1/schedules', { json }), 201)
        // A post replaces a post.
        const changed = scheduleIn(await gateway.ask('PATCH', at(made.scheduleId), { json: { post: json.post } }), 200)
        expect(changed.publishAt).to.deep.equal(made.publishAt)
        await moveAndPublish(changed)
      })

      it(`${platform}, ${kind}: in a form${supports('posts.upload', platform) ? '' : ' is rejected'}`, async () => {
        const form = formOf(postOf(platform), { publishAt: soon(hour) })
        const reply = await gateway.ask('POST', '/api/v1/schedules', { body: form })
        if (!supports('posts.upload', platform)) {
          expect([reply.status, reply.body.error.code]).to.deep.equal([422, 'unsupported_platform'])
          return
        }
        const made = scheduleIn(reply, 201)
        const change = formOf(postOf(platform), { onLate: { then: 'publish' } })
        const changed = scheduleIn(await gateway.ask('PATCH', at(made.scheduleId), { body: change }), 200)
        expect(changed.onLate).to.deep.equal({ afterMinutes: 60, then: 'publish' })
        await moveAndPublish(changed)
      })
    }
  }
})
