import { randomUUIDv7 } from 'node:crypto'
import type { Schedule } from '@carillon/domain'
import { createKey, setCard } from '@carillon/service'
import { expect } from 'chai'
import { skipNetworkChecks } from '../installation.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const plan = { timeZone: 'Asia/Kolkata', slots: [{ weekday: 'monday', time: '18:00' }] }

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('slots over HTTP', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { PUBLIC_URL: 'https://carillon.example' } })
    const { context } = gateway.installation
    skipNetworkChecks(context)
    await setCard(context, { organizationId: gateway.installation.organizationId, onFile: true })
  })
  after(() => gateway.close())

  const path = (id = gateway.installation.profileId) => `/api/v1/profiles/${id}/slots`
  const put = (json: object, more: Ask = {}) => gateway.ask('PUT', path(), { json, ...more })
  const codeOf = ({ status, body }: Reply) => `${status} ${status < 400 ? '' : body.error.code}`.trim()
  const schedule = () => {
    const post = { platform: 'bluesky', accountId: gateway.installation.accounts.bluesky, text: 'Hello' }
    return gateway.ask('POST', '/api/v1/schedules', { json: { publishAt: { nextSlot: true }, post } })
  }

  it('422: a profile without slots has no next one', async () => {
    const reply = await schedule()
    expect(codeOf(reply), reply.text).to.equal('422 no_free_slot')
    expect(reply.body.error.message).to.match(/has no slots/)
    expect(codeOf(await gateway.ask('GET', path()))).to.equal('200')
  })

  it('200: are set, read, and given to schedules, also in a form', async () => {
    const { profileId, accounts } = gateway.installation
    const none = { profileId, ...plan, nextSlot: null }
    const set = await put(plan)
    expect(set.body, set.text).to.deep.equal(none)
    expect((await gateway.ask('GET', path())).body).to.deep.equal(none)
    const of = `${path()}?accountId=${accounts.bluesky}`
    const { nextSlot } = (await gateway.ask('GET', of)).body as unknown as { nextSlot: Schedule['publishAt'] }
    expect(nextSlot.local).to.match(/T18:00$/)
    const made = await schedule()
    expect(made.status, made.text).to.equal(201)
    expect((made.body as unknown as Schedule).publishAt).to.deep.equal(nextSlot)
    const form = new FormData()
    form.append('platform', 'facebook')
    form.append('accountId', accounts.facebook)
    form.append('photos[]', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'dot.png')
    form.append('schedule', JSON.stringify({ publishAt: { nextSlot: true } }))
    const sent = await gateway.ask('POST', '/api/v1/schedules', { body: form })
    expect((sent.body as unknown as Schedule).publishAt, sent.text).to.deep.equal(nextSlot)
    const { scheduleId } = made.body as unknown as Schedule
    const moved = await gateway.ask('PATCH', `/api/v1/schedules/${scheduleId}`, {
      json: { publishAt: { nextSlot: true } },
    })
    expect((moved.body as unknown as Schedule).publishAt, moved.text).to.deep.equal(nextSlot)
  })

  it('400: what is not a zone, a weekday or a time, twice the same, or too many', async () => {
    const [slot] = plan.slots
    for (const [json, place] of [
      [{ ...plan, timeZone: 'Mars/Base' }, 'timeZone'],
      [{ ...plan, timeZone: '+01:00' }, 'timeZone'],
      [{ slots: plan.slots }, 'timeZone'],
      [{ ...plan, slots: [{ ...slot, weekday: 'Monday' }] }, 'slots.0.weekday'],
      [{ ...plan, slots: [{ ...slot, time: '24:00' }] }, 'slots.0.time'],
      [{ ...plan, slots: [{ ...slot, time: '9:00' }] }, 'slots.0.time'],
      [{ ...plan, slots: [slot, slot] }, 'slots'],
      [{ ...plan, slots: Array.from({ length: 169 }, (_, n) => ({ weekday: 'monday', time: timeOf(n) })) }, 'slots'],
      [{ ...plan, colour: 'red' }, 'colour'],
    ] as const) {
      const reply = await put(json)
      expect(codeOf(reply), JSON.stringify(json)).to.equal('400 invalid_request')
      const details = reply.body.error.details as { path: string[] }[]
      expect(details.map(({ path: at }) => at.join('.'))).to.include(place)
    }
    const all = Array.from({ length: 168 }, (_, n) => ({ weekday: 'monday', time: timeOf(n) }))
    expect(codeOf(await put({ ...plan, slots: all }))).to.equal('200')
  })
  const timeOf = (n: number) => `${Math.floor(n / 60)}`.padStart(2, '0').concat(`:${`${n % 60}`.padStart(2, '0')}`)

  it('400: a schedule that names a slot otherwise than as the next one', async () => {
    const post = { platform: 'bluesky', accountId: gateway.installation.accounts.bluesky, text: 'Hello' }
    for (const publishAt of [{ nextSlot: false }, {}, { nextSlot: true, timeZone: 'UTC' }]) {
      const reply = await gateway.ask('POST', '/api/v1/schedules', { json: { publishAt, post } })
      expect(codeOf(reply), JSON.stringify(publishAt)).to.equal('400 invalid_request')
    }
  })

  it('403 and 404: need the scope, and are not there for others', async () => {
    const { context, organizationId, foreign } = gateway.installation
    const { apiKey, keyId } = await createKey(context, { organizationId })
    await context.db.kysely
      .updateTable('apiKey')
      .set({ scopes: ['schedules:read'] })
      .where('id', '=', keyId)
      .execute()
    const reads = { authorization: `Bearer ${apiKey}` }
    const rejected = await put(plan, reads)
    expect(codeOf(rejected)).to.equal('403 insufficient_scope')
    expect(rejected.body.error.details).to.deep.equal({ requiredScope: 'schedules:write' })
    expect(codeOf(await gateway.ask('GET', path(), reads))).to.equal('200')
    const theirs = { authorization: `Bearer ${foreign.key}` }
    expect(codeOf(await put(plan, theirs))).to.equal('404 profile_not_found')
    expect(codeOf(await gateway.ask('GET', path(), theirs))).to.equal('404 profile_not_found')
    expect(codeOf(await gateway.ask('GET', `${path()}?accountId=${randomUUIDv7()}`))).to.equal('404 account_not_found')
  })

  it('leave an entry in the audit log', async () => {
    const { profileId } = gateway.installation
    await put(plan)
    const log = await gateway.ask('GET', `/api/v1/audit-log?action=slots.replace&targetId=${profileId}`)
    expect(log.body['entries']).to.have.length.of.at.least(1)
  })
})
