import { expect } from 'chai'
import { INSTAGRAM_LOGIN_SCOPES, type InstagramAccess, instagramAccess, type Rig, startRig } from '../meta/rig.ts'

const DAY_MS = 86_400_000
const SCOPES = [...INSTAGRAM_LOGIN_SCOPES, 'instagram_business_manage_messages']
const FIELDS = 'id,updated_time,participants,messages.limit(20){id,created_time,from,to,message}'

describe('instagram: messages', () => {
  let rig: Rig
  let account: InstagramAccess
  const listConversations = (query: Record<string, string> = {}) => {
    rig.advance(1000)
    const url = `${rig.urls.instagram}/v25.0/me/conversations`
    return rig.get(url, { access_token: account.token, platform: 'instagram', fields: FIELDS, ...query })
  }
  const write = (body: Record<string, unknown>): Promise<{ ids: string[]; sender: string }> =>
    rig.instagram.person['message']?.({ to: 'lindqvist.bakery', as: 'ada.example', ...body }) as ReturnType<
      typeof write
    >
  const send = (id: string, text: string) =>
    rig.send(`${account.url}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ recipient: { id }, message: { text } }),
    })

  beforeEach(async () => {
    rig = await startRig()
    account = await instagramAccess(rig, { scopes: SCOPES })
  })
  afterEach(() => rig.close())

  it('lists conversations with usernames and account ids', async () => {
    const { ids, sender } = await write({ text: 'Hi Kitty!' })
    const { body } = await listConversations()
    expect(body.data[0].messages.data).to.deep.equal([
      {
        id: ids[0],
        created_time: '2026-11-20T12:00:00+0000',
        from: { username: 'ada.example', id: sender },
        to: { data: [{ username: 'lindqvist.bakery', id: account.id }] },
        message: 'Hi Kitty!',
      },
    ])
    expect(body.data[0].participants.data).to.have.length(2)
  })

  it('leaves out requests that have been idle for 30 days, until somebody replies', async () => {
    const { sender } = await write({ folder: 'requests' })
    expect((await listConversations({ user_id: sender })).body.data).to.have.length(1)
    await send(sender, 'Yes?')
    const other = await write({ folder: 'requests', as: 'waiting.example' })
    rig.advance(31 * DAY_MS)
    expect((await listConversations({ user_id: sender })).body.data).to.have.length(1)
    expect((await listConversations({ user_id: other.sender })).body.data).to.have.length(0)
  })

  it('takes 1000 bytes of UTF-8', async () => {
    const { sender } = await write({})
    expect((await send(sender, 'é'.repeat(500))).status).to.equal(200)
    const long = await send(sender, 'é'.repeat(501))
    expect([long.status, long.body.error.code]).to.deep.equal([400, 100])
  })

  it('closes the window after 24 hours, and knows nobody who never wrote', async () => {
    const { sender } = await write({ ageHours: 25 })
    const late = await send(sender, 'Hello?')
    expect([late.status, late.body.error.code, late.body.error.error_subcode]).to.deep.equal([400, 10, 2534022])
    expect((await send('17999', 'Hello?')).body.error.error_subcode).to.equal(2534014)
  })

  it('takes two calls a second and the permission', async () => {
    await listConversations()
    const url = `${rig.urls.instagram}/v25.0/me/conversations`
    await rig.get(url, { access_token: account.token })
    expect((await rig.get(url, { access_token: account.token })).body.error.code).to.equal(613)
    const without = await instagramAccess(rig, { as: 'mika.creates' })
    const denied = await rig.get(url, { access_token: without.token })
    expect([denied.status, denied.body.error.code]).to.deep.equal([403, 10])
  })

  it('keeps conversations of other accounts to itself', async () => {
    const written = (await rig.instagram.person['message']?.({ to: 'mika.creates', text: 'Hi' })) as { ids: string[] }
    const url = `${rig.urls.instagram}/v25.0/${written.ids[0]}`
    const { body } = await rig.get(url, { access_token: account.token })
    expect([body.error.code, body.error.error_subcode]).to.deep.equal([100, 33])
  })
})
