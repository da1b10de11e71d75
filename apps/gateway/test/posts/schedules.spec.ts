import { randomUUIDv7 } from 'node:crypto'
import type { Schedule } from '@carillon/domain'
import { createKey, setCard } from '@carillon/service'
import { expect } from 'chai'
import { skipNetworkChecks } from '../installation.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const soon = (ms = 3_600_000) => new Date(Date.now() + ms).toISOString()

describe('schedules over HTTP', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { PUBLIC_URL: 'https://carillon.example' } })
    const { context } = gateway.installation
    skipNetworkChecks(context)
    await setCard(context, { organizationId: gateway.installation.organizationId, onFile: true })
  })
  after(() => gateway.close())

  const bluesky = (more: object = {}) => ({
    platform: 'bluesky',
    accountId: gateway.installation.accounts.bluesky,
    text: 'Hello',
    ...more,
  })
  const create = (json: object, more: Ask = {}) => gateway.ask('POST', '/api/v1/schedules', { json, ...more })
  const read = ({ body }: Reply) => body as unknown as Schedule
  const made = async (more: object = {}) => {
    const reply = await create({ publishAt: soon(), post: bluesky(), ...more })
    expect(reply.status, reply.text).to.equal(201)
    return { schedule: read(reply), etag: reply.headers.get('etag') ?? '' }
  }
  const at = (id: string, rest = '') => `/api/v1/schedules/${id}${rest}`
  const codeOf = ({ status, body }: Reply) => `${status} ${status < 400 ? '' : body.error.code}`.trim()
  const wrong = { headers: { 'if-match': '"99"' } }

  describe('POST /schedules', () => {
    it('201: keeps a local time and its zone, with an ETag', async () => {
      const day = soon(2 * 86_400_000).slice(0, 10)
      const local = `${day}T12:00`
      const reply = await create({ publishAt: { local, timeZone: 'asia/kolkata' }, post: bluesky() })
      expect(reply.status, reply.text).to.equal(201)
      expect(reply.headers.get('etag')).to.match(/^"\d+"$/)
      expect(read(reply)).to.deep.include({
        status: 'scheduled',
        publishAt: { instant: `${day}T06:30:00.000Z`, local, timeZone: 'Asia/Kolkata', note: null },
        onLate: { afterMinutes: 60, then: 'hold' },
        publishId: null,
        problem: null,
        requestId: reply.headers.get('x-request-id'),
        post: bluesky(),
      })
    })

    it('201: shows facts in the place of media', async () => {
      const images = [{ content_type: 'image/png', base64: png, altText: 'a dot' }]
      const { schedule } = await made({ post: bluesky({ images }) })
      const image = (schedule.post as { images?: Record<string, unknown>[] }).images?.[0]
      expect(image).to.include({ contentType: 'image/png', width: 1, height: 1, altText: 'a dot' })
      expect(image).not.to.have.any.keys('base64', 'source')
      expect(image?.['thumbnailUrl']).to.match(/^https:\/\/carillon\.example\/media\/thumbnails\//)
    })

    it('201: takes a form with the fields of the post and a JSON part, as a field or as a file', async () => {
      const account = gateway.installation.accounts.facebook
      for (const asFile of [false, true]) {
        const form = new FormData()
        for (const [name, value] of Object.entries({ platform: 'facebook', accountId: account, message: 'Hi' })) {
          form.append(name, value)
        }
        form.append('photos[]', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'dot.png')
        const json = JSON.stringify({ publishAt: soon(), onLate: { afterMinutes: 5, then: 'fail' } })
        form.append('schedule', asFile ? new Blob([json], { type: 'application/json' }) : json)
        const reply = await gateway.ask('POST', '/api/v1/schedules', { body: form })
        expect(reply.status, reply.text).to.equal(201)
        expect(read(reply).onLate).to.deep.equal({ afterMinutes: 5, then: 'fail' })
        expect(read(reply).post).to.deep.include({ platform: 'facebook', message: 'Hi' })
      }
    })

    for (const [name, part, path] of [
      ['no JSON', '{', 'schedule'],
      ['a list', '[]', 'schedule'],
      ['the post', '{"post": {}}', 'schedule'],
      ['no time', '{}', 'publishAt'],
    ] as const) {
      it(`400: rejects a form whose part has ${name}`, async () => {
        const form = new FormData()
        form.append('platform', 'facebook')
        form.append('accountId', gateway.installation.accounts.facebook)
        form.append('photos[]', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'dot.png')
        form.append('schedule', part)
        const reply = await gateway.ask('POST', '/api/v1/schedules', { body: form })
        expect(codeOf(reply), reply.text).to.equal('400 invalid_request')
        expect(reply.body.error.details).to.deep.include.members([{ path: [path], message: messageOf(reply) }])
      })
    }
    const messageOf = (reply: Reply) => (reply.body.error.details as { message: string }[])[0]?.message

    for (const [name, publishAt, path] of [
      ['in 59 seconds', () => soon(59_000), 'publishAt'],
      ['in 367 days', () => soon(367 * 86_400_000), 'publishAt'],
      ['without an offset', () => '2026-12-24T18:00', 'publishAt'],
      [
        'in a zone that does not exist',
        () => ({ local: '2027-01-01T00:00', timeZone: 'Mars/Base' }),
        'publishAt.timeZone',
      ],
      ['in an offset as a zone', () => ({ local: '2027-01-01T00:00', timeZone: '+01:00' }), 'publishAt.timeZone'],
      ['on a day that does not exist', () => ({ local: '2027-02-30T00:00', timeZone: 'UTC' }), 'publishAt.local'],
    ] as const) {
      it(`400: rejects a time ${name}`, async () => {
        const reply = await create({ publishAt: publishAt(), post: bluesky() })
        expect(codeOf(reply), reply.text).to.equal('400 invalid_request')
        const [{ path: found }] = reply.body.error.details as [{ path: string[] }]
        expect(found.join('.')).to.equal(path)
      })
    }

    it('400: rejects fields of the post and of the schedule at their places', async () => {
      const reply = await create({ publishAt: soon(), post: bluesky({ colour: 'red' }) })
      expect(codeOf(reply)).to.equal('400 invalid_request')
      expect(reply.body.error.details).to.deep.include({ path: ['post', 'colour'], message: messageOf(reply) })
      expect(codeOf(await create({ publishAt: soon(), post: bluesky(), onLate: { afterMinutes: 1441 } }))).to.equal(
        '400 invalid_request',
      )
      expect(codeOf(await create({ publishAt: soon() }))).to.equal('400 invalid_request')
    })

    it('403: names the first scope that is missing', async () => {
      const { context, organizationId } = gateway.installation
      for (const [scopes, missing] of [
        [['posts:write'], 'schedules:write'],
        [['schedules:write'], 'posts:write'],
      ] as const) {
        const { apiKey, keyId } = await createKey(context, { organizationId })
        await context.db.kysely
          .updateTable('apiKey')
          .set({ scopes: [...scopes] })
          .where('id', '=', keyId)
          .execute()
        const reply = await create({ publishAt: soon(), post: bluesky() }, { authorization: `Bearer ${apiKey}` })
        expect(codeOf(reply)).to.equal('403 insufficient_scope')
        expect(reply.body.error.details).to.deep.equal({ requiredScope: missing })
      }
    })

    it('404: an account that is not there, or is of another platform', async () => {
      const reply = await create({ publishAt: soon(), post: bluesky({ accountId: randomUUIDv7() }) })
      expect(codeOf(reply)).to.equal('404 account_not_found')
      const other = bluesky({ accountId: gateway.installation.accounts.x })
      expect(codeOf(await create({ publishAt: soon(), post: other }))).to.equal('404 account_not_found')
    })

    it('422: fields that no post has, and a platform that publishes nothing', async () => {
      const post = bluesky({ scheduled_date: soon() })
      const reply = await create({ publishAt: soon(), post })
      expect(codeOf(reply)).to.equal('422 unsupported_feature')
      expect(reply.body.error.details).to.have.nested.property('[0].path').that.deep.equals(['post', 'scheduled_date'])
      expect(reply.body.error.message).to.match(/^post\.scheduled_date: .*POST \/schedules publishes later/)
      expect(codeOf(await create({ publishAt: soon(), post: { ...bluesky(), platform: 'whatsapp' } }))).to.equal(
        '422 unsupported_platform',
      )
    })

    it('422: a text that the network does not take, with its place in the body, as of any other field', async () => {
      const reply = await create({ publishAt: soon(), post: bluesky({ text: 'a'.repeat(301) }) })
      expect(codeOf(reply)).to.equal('422 provider_rejected')
      expect(reply.body.error.details).to.have.nested.property('[0].path').that.deep.equals(['post', 'text'])
    })

    it('422: media that are not what they are announced as, and leaves no file', async () => {
      const files = (await gateway.installation.files()).length
      const images = [{ content_type: 'image/png', base64: Buffer.from('not an image').toString('base64') }]
      const reply = await create({ publishAt: soon(), post: bluesky({ images }) })
      expect(codeOf(reply)).to.equal('422 invalid_image')
      expect(reply.body.error.details).to.have.nested.property('[0].path').that.deep.equals(['post', 'images', '0'])
      expect(reply.body.error.message).to.match(/^post\.images\[0\]: /)
      expect((await gateway.installation.files()).length).to.equal(files)
    })
  })

  describe('GET /schedules', () => {
    it('200: pages in the order of times, with filters', async () => {
      // Later than those of the other tests.
      const times = [205, 203, 204].map((days) => soon(days * 86_400_000))
      for (const publishAt of times) await made({ publishAt })
      const from = soon(202 * 86_400_000)
      const query = `from=${from}&accountId=${gateway.installation.accounts.bluesky}&status=scheduled&limit=2`
      const first = await gateway.ask('GET', `/api/v1/schedules?${query}`)
      const { schedules, nextCursor } = first.body as unknown as { schedules: Schedule[]; nextCursor: string }
      const second = await gateway.ask('GET', `/api/v1/schedules?${query}&cursor=${nextCursor}`)
      const rest = (second.body as unknown as { schedules: Schedule[] }).schedules
      const instants = [...schedules, ...rest].map(({ publishAt }) => publishAt.instant)
      expect(instants.slice(0, 3)).to.deep.equal(times.toSorted())
      const until = await gateway.ask('GET', `/api/v1/schedules?from=${from}&to=${times.toSorted()[1]}`)
      expect(until.body['schedules']).to.have.length(1)
    })

    it('400: a cursor or a time that is not one', async () => {
      for (const query of ['cursor=x', 'from=tomorrow', 'status=late', 'limit=201']) {
        expect(codeOf(await gateway.ask('GET', `/api/v1/schedules?${query}`)), query).to.equal('400 invalid_request')
      }
    })
  })

  describe('the schedules of others', () => {
    it('404: look like none, for another organization and for a key of another profile', async () => {
      const { schedule } = await made()
      const { context, organizationId, foreign } = gateway.installation
      const profile = await gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Another' } })
      const other = await createKey(context, { organizationId, profileId: String(profile.body['id']) })
      const requests: readonly (readonly [string, string, object?])[] = [
        ['GET', ''],
        ['PATCH', '', { onLate: { afterMinutes: 5 } }],
        ['DELETE', ''],
        ['POST', '/release'],
      ]
      for (const key of [foreign.key, other.apiKey]) {
        for (const [method, rest, json] of requests) {
          const authorization = `Bearer ${key}`
          const options = { authorization, headers: { 'x-request-id': 'same' }, ...(json && { json }) }
          const [theirs, none] = await Promise.all(
            [schedule.scheduleId, randomUUIDv7()].map((id) => gateway.ask(method, at(id, rest), options)),
          )
          expect(theirs?.status, `${method} ${rest}`).to.equal(404)
          expect(theirs?.text).to.equal(none?.text)
        }
        const list = await gateway.ask('GET', '/api/v1/schedules', { authorization: `Bearer ${key}` })
        expect(list.body['schedules']).to.deep.equal([])
      }
      expect(read(await gateway.ask('GET', at(schedule.scheduleId)))).to.deep.include({ status: 'scheduled' })
    })
  })

  describe('PATCH /schedules/{scheduleId}', () => {
    it('200: moves it, with a new ETag, if If-Match is the current one', async () => {
      const { schedule, etag } = await made()
      const publishAt = soon(7_200_000)
      const headers = { 'if-match': etag }
      const moved = await gateway.ask('PATCH', at(schedule.scheduleId), { json: { publishAt }, headers })
      expect(moved.status, moved.text).to.equal(200)
      expect(read(moved).publishAt.instant).to.equal(publishAt)
      expect(moved.headers.get('etag')).not.to.equal(etag)
      const again = await gateway.ask('PATCH', at(schedule.scheduleId), { json: { publishAt }, headers })
      expect(codeOf(again)).to.equal('412 precondition_failed')
    })

    it('200: replaces the post with its media, in JSON and in a form', async () => {
      const images = [{ content_type: 'image/png', base64: png }]
      const { schedule } = await made({ post: bluesky({ images }) })
      const files = (await gateway.installation.files()).length
      const json = { post: bluesky({ text: 'Changed' }) }
      const changed = await gateway.ask('PATCH', at(schedule.scheduleId), { json })
      expect(read(changed).post, changed.text).to.deep.equal(bluesky({ text: 'Changed' }))
      expect(read(changed).publishAt).to.deep.equal(schedule.publishAt)
      expect((await gateway.installation.files()).length).to.equal(files - 1)
    })

    it('400: nothing to change, another account, or a time in the past', async () => {
      const { schedule } = await made()
      const post = { platform: 'x', accountId: gateway.installation.accounts.x, text: 'Hi' }
      for (const json of [{}, { post }, { publishAt: soon(-1) }]) {
        const reply = await gateway.ask('PATCH', at(schedule.scheduleId), { json })
        expect(codeOf(reply), reply.text).to.equal('400 invalid_request')
      }
    })
  })

  describe('DELETE /schedules/{scheduleId}', () => {
    it('412: not if If-Match is another version', async () => {
      const { schedule } = await made()
      expect(codeOf(await gateway.ask('DELETE', at(schedule.scheduleId), wrong))).to.equal('412 precondition_failed')
    })

    it('200: cancels, after which nothing can be changed: 409', async () => {
      const { schedule } = await made()
      const cancelled = await gateway.ask('DELETE', at(schedule.scheduleId))
      expect(read(cancelled), cancelled.text).to.deep.include({ status: 'cancelled', publishId: null })
      for (const [method, rest, json] of [
        ['PATCH', '', { publishAt: soon() }],
        ['DELETE', ''],
        ['POST', '/release'],
      ] as const) {
        const reply = await gateway.ask(method, at(schedule.scheduleId, rest), json ? { json } : {})
        expect(codeOf(reply), method).to.equal('409 schedule_taken')
      }
    })
  })

  describe('POST /schedules/{scheduleId}/release', () => {
    it('200: becomes a publish at once, which has the request id of the schedule', async () => {
      const { schedule } = await made()
      const released = read(await gateway.ask('POST', at(schedule.scheduleId, '/release')))
      expect(released.status).to.equal('taken')
      const publish = await gateway.ask('GET', `/api/v1/posts/publishes/${released.publishId}`)
      expect(publish.body).to.include({ requestId: schedule.requestId, text: 'Hello' })
    })

    it('412, and 422 while the account has expired', async () => {
      const { schedule } = await made()
      const path = at(schedule.scheduleId, '/release')
      expect(codeOf(await gateway.ask('POST', path, wrong))).to.equal('412 precondition_failed')
      const { context, accounts } = gateway.installation
      const setStatus = (status: 'expired' | 'connected') =>
        context.db.kysely.updateTable('account').set({ status }).where('id', '=', accounts.bluesky).execute()
      await setStatus('expired')
      expect(codeOf(await gateway.ask('POST', path))).to.equal('422 connection_expired')
      await setStatus('connected')
    })
  })
})
