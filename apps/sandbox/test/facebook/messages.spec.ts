import { expect } from 'chai'
import { LINKED_SCOPES, type PageAccess, pageAccess, type Rig, startRig } from '../meta/rig.ts'

const HOUR_MS = 3_600_000
const SCOPES = [...LINKED_SCOPES, 'pages_messaging', 'pages_manage_metadata', 'instagram_manage_messages']
const FIELDS = 'id,updated_time,participants,messages.limit(20){id,created_time,from,to,message,attachments}'

describe('facebook: messages', () => {
  let rig: Rig
  let page: PageAccess
  const listConversations = (query: Record<string, string> = {}) => {
    rig.advance(1000)
    return rig.get(`${page.url}/conversations`, { access_token: page.token, fields: FIELDS, ...query })
  }
  const write = (body: Record<string, unknown>): Promise<{ ids: string[]; sender: string; conversationId: string }> =>
    rig.facebook.person['message']?.({ to: 'Lindqvist Bakery', ...body }) as ReturnType<typeof write>
  const send = (id: string, text: string, more: Record<string, unknown> = {}) =>
    rig.send(`${page.url}/messages?access_token=${page.token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient: { id }, messaging_type: 'RESPONSE', message: { text }, ...more }),
    })

  beforeEach(async () => {
    rig = await startRig()
    page = await pageAccess(rig, { scopes: SCOPES })
  })
  afterEach(() => rig.close())

  it('lists conversations, latest first, with the messages of both sides', async () => {
    const { ids, sender } = await write({ as: 'Alex Writer', text: 'Hi there' })
    const { body } = await listConversations({ platform: 'messenger' })
    const [first] = body.data
    expect(first.messages.data[0]).to.deep.equal({
      id: ids[0],
      created_time: '2026-11-20T12:00:00+0000',
      from: { name: 'Alex Writer', email: `${sender}@facebook.com`, id: sender },
      to: { data: [{ name: 'Lindqvist Bakery', email: `${page.id}@facebook.com`, id: page.id }] },
      message: 'Hi there',
    })
    expect(first.updated_time).to.equal('2026-11-20T12:00:00+0000')
    const robin = body.data[1].messages.data
    expect(robin.map(({ from }: { from: { id: string } }) => from.id === page.id)).to.deep.equal([false, true, false])
  })

  it('pages by cursor and filters by person', async () => {
    const { sender } = await write({ as: 'Alex Writer' })
    const first = await listConversations({ limit: '2' })
    expect(first.body.data).to.have.length(2)
    rig.advance(1000)
    const next = await rig.send(first.body.paging.next)
    expect(next.body.data).to.have.length(1)
    const { before } = next.body.paging.cursors
    const known = ({ body }: typeof first) => body.data.map(({ id }: { id: string }) => id)
    expect(known(await listConversations({ limit: '2', before }))).to.deep.equal(known(first))
    expect(known(await listConversations({ limit: '25', before }))).to.deep.equal(known(first))
    const top = await listConversations({ limit: '2', before: first.body.paging.cursors.before })
    expect(top.body).to.deep.equal({ data: [] })
    expect((await listConversations({ user_id: sender })).body.data).to.have.length(1)
  })

  it('finds a page of conversations too large where the app is told so', async () => {
    await rig.facebook.person['app']?.({ maxPage: 10 })
    const { status, body } = await listConversations()
    expect([status, body.error.code]).to.deep.equal([500, 1])
    const smaller = await listConversations({ limit: '10' })
    expect([smaller.status, smaller.body.data.length > 0]).to.deep.equal([200, true])
  })

  it('tells details of the twenty newest messages only', async () => {
    const { ids, conversationId } = await write({ as: 'Alex Writer', text: 'No', count: 23 })
    rig.advance(1000)
    const { body } = await rig.get(`${rig.urls.facebook}/v25.0/${conversationId}`, {
      access_token: page.token,
      fields: 'messages.limit(30){id,message}',
    })
    expect(body.messages.data).to.have.length(23)
    rig.advance(1000)
    const some = await rig.get(`${rig.urls.facebook}/v25.0/${conversationId}`, {
      access_token: page.token,
      fields: 'messages.limit(2){id,message}',
    })
    rig.advance(1000)
    const next = await rig.send(some.body.messages.paging.next)
    expect(next.body.data[0]).to.have.all.keys('id', 'message')
    rig.advance(1000)
    const odd = await rig.get(`${rig.urls.facebook}/v25.0/${conversationId}`, {
      access_token: page.token,
      fields: 'messages.limit(some){id}',
    })
    expect([odd.status, odd.body.error?.code]).to.deep.equal([400, 100])
    expect(body.messages.data.map(({ message }: { message?: string }) => message).slice(18)).to.deep.equal([
      'No 5',
      'No 4',
      ...[undefined, undefined, undefined],
    ])
    const older = await rig.get(`${rig.urls.facebook}/v25.0/${ids[2]}`, { access_token: page.token, fields: 'message' })
    expect([older.status, older.body.error.code]).to.deep.equal([400, 100])
  })

  it('takes two calls a second', async () => {
    await listConversations()
    await rig.get(`${page.url}/conversations`, { access_token: page.token })
    const third = await rig.get(`${page.url}/conversations`, { access_token: page.token })
    expect([third.status, third.body.error.code]).to.deep.equal([429, 80006])
    expect((await listConversations()).status).to.equal(200)
  })

  it('sends within 24 hours of the last message and rejects later', async () => {
    const { sender } = await write({ as: 'Alex Writer', ageHours: 23 })
    const sent = await send(sender, 'With pleasure')
    expect([sent.status, sent.body.recipient_id]).to.deep.equal([200, sender])
    const { body } = await listConversations()
    expect(body.data[0].messages.data[0]).to.include({ id: sent.body.message_id, message: 'With pleasure' })
    rig.advance(2 * HOUR_MS)
    const late = await send(sender, 'Too late')
    expect([late.status, late.body.error.code, late.body.error.error_subcode]).to.deep.equal([400, 10, 2018278])
    await write({ as: 'Alex Writer', type: 'reaction' })
    expect((await send(sender, 'Open again')).status).to.equal(200)
  })

  it('rejects what cannot be sent', async () => {
    const { sender } = await write({ as: 'Alex Writer' })
    const codes = async (...asked: Parameters<typeof send>) => {
      const { error } = (await send(...asked)).body
      return [error.code, error.error_subcode]
    }
    expect(await codes('123', 'Hi')).to.deep.equal([100, 2018001])
    expect(await codes(sender, 'x'.repeat(2001))).to.deep.equal([100, undefined])
    expect(await codes(sender, '')).to.deep.equal([100, undefined])
    expect(await codes(sender, 'Hi', { messaging_type: undefined })).to.deep.equal([100, undefined])
    expect(await codes(sender, 'Hi', { messaging_type: 'MESSAGE_TAG', tag: 'ACCOUNT_UPDATE' })).to.deep.equal([
      100,
      undefined,
    ])
    expect(await codes(sender, 'Hi', { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' })).to.deep.equal([
      10,
      undefined,
    ])
    const writer = { to: 'Lindqvist Bakery', as: 'Alex Writer' }
    expect(() => rig.facebook.person['message-block']?.({ ...writer, blocked: 'false' })).to.throw(
      RangeError,
      'blocked',
    )
    await rig.facebook.person['message-block']?.(writer)
    expect(await codes(sender, 'Hi')).to.deep.equal([551, 1545041])
  })

  it('wants the permissions and the task', async () => {
    const without = await pageAccess(rig, { scopes: LINKED_SCOPES, as: 'jun.sato' })
    const list = await rig.get(`${without.url}/conversations`, { access_token: without.token })
    expect([list.status, list.body.error.code]).to.deep.equal([403, 10])
    const sent = await rig.post(`${without.url}/messages`, {
      access_token: without.token,
      recipient: '{"id":"1"}',
      message: '{"text":"Hi"}',
    })
    expect(sent.body.error.code).to.equal(200)
    const foreign = await rig.get(`${page.url}/conversations`, { access_token: without.token })
    expect(foreign.body.error.code).to.equal(200)
  })

  it('shows images and stickers without text, and the words of a button', async () => {
    for (const type of ['image', 'sticker', 'location', 'button']) {
      await write({ as: 'Alex Writer', type, ...(type === 'button' && { text: 'Yes, please' }) })
    }
    const { body } = await listConversations()
    const said = body.data[0].messages.data
    expect(said.map(({ message }: { message: string }) => message)).to.deep.equal(['Yes, please', '', '', ''])
    expect(said[3].attachments.data[0].mime_type).to.equal('image/jpeg')
  })

  it('reaches the messages of the linked Instagram account with the token of the Page', async () => {
    const written = (await rig.instagram.person['message']?.({
      to: 'lindqvist.bakery',
      as: 'ada.example',
      text: 'Hello',
    })) as { sender: string }
    const { body } = await listConversations({ platform: 'instagram' })
    expect(body.data[0].messages.data[0].from).to.deep.equal({ username: 'ada.example', id: written.sender })
    expect((await send(written.sender, 'Good day')).body.recipient_id).to.equal(written.sender)
    const state = (await rig.instagram.state()) as { messages: Record<string, unknown>[] }
    expect(state.messages.at(-1)).to.include({ text: 'Good day', to: written.sender, status: 'sent' })
  })
})
