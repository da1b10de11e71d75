import { platforms, supports } from '@carillon/domain'
import { expect } from 'chai'
import { type ApiResponse, startWhole, type Whole } from './whole.ts'

interface Party {
  platform: 'instagram' | 'facebook'
  /** What `to` of the sandbox takes. */
  to: string
  accountId: string
}

describe('direct messages on instagram and facebook', () => {
  let whole: Whole
  const parties = {} as Record<Party['platform'], Party>

  before(async () => {
    whole = await startWhole({ networks: ['instagram', 'facebook'] })
    const own = await whole.connect('instagram')
    const { displayIdentifier } = (await whole.call('GET', `/profiles/${whole.profileId}/accounts/${own}`)).body
    parties.instagram = { platform: 'instagram', accountId: own, to: displayIdentifier }
    const accountId = await connectPage()
    const { displayName } = (await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`)).body
    parties.facebook = { platform: 'facebook', accountId, to: displayName }
  })
  after(() => whole.close())

  /** A Facebook user with one Page, who is not asked to pick. */
  async function connectPage(): Promise<string> {
    const { accounts } = (await whole.sandboxCall('GET', '/state/facebook')).body
    const one = accounts.find(({ pages }: { pages?: unknown[] }) => pages?.length === 1)
    return whole.connect('facebook', { as: one.handle })
  }

  let people = 0
  /** Somebody who has not written before, unless `as` names somebody. */
  const write = async (party: Party, body: object = {}) =>
    (
      await whole.sandboxCall('POST', '/person/message', {
        network: party.platform,
        to: party.to,
        text: 'Hi',
        as: `Person ${++people}`,
        ...body,
      })
    ).body
  const list = (query: string) => whole.call('GET', `/messages?${query}`)
  const send = (party: Party, body: object) =>
    whole.call('POST', '/messages', { platform: party.platform, accountId: party.accountId, ...body })
  const sentTo = async (party: Party, text: string) =>
    (await whole.sandboxCall('GET', `/state/${party.platform}`)).body.messages.filter(
      (message: ApiResponse['body']) => message.text === text,
    )

  for (const platform of ['instagram', 'facebook'] as const) {
    describe(platform, () => {
      const party = () => parties[platform]

      it('lists what people write, oldest first, with the id that a reply takes', async () => {
        const first = await write(party(), { text: 'Are you open?' })
        const image = await write(party(), { as: first.sender, type: 'image' })
        const { status, body } = await list(`accountId=${party().accountId}`)
        expect([status, body.status, body.errors]).to.deep.equal([200, 'complete', []])
        const found = body.messages.filter(({ sender }: ApiResponse['body']) => sender === first.sender)
        expect(found.map((each: ApiResponse['body']) => [each.providerId, each.type, each.body])).to.deep.equal([
          [first.ids[0], 'text', 'Are you open?'],
          [image.ids[0], 'unsupported', ''],
        ])
        expect(found[0]).to.include({
          direction: 'inbound',
          status: 'received',
          platform,
          recipient: null,
          error: null,
        })
        const times = body.messages.map(({ occurredAt }: ApiResponse['body']) => occurredAt)
        expect(times).to.deep.equal(times.toSorted())
      })

      it('keeps the history beyond the messages that the network still shows', async () => {
        const { sender } = await write(party(), { text: 'first', count: 15, ageHours: 0.03 })
        await list(`accountId=${party().accountId}`)
        await write(party(), { as: sender, text: 'later', count: 15 })
        const { body } = await list(`accountId=${party().accountId}`)
        const found = body.messages.filter((each: ApiResponse['body']) => each.sender === sender)
        expect(found).to.have.length(30)
      })

      it('sends a reply, and lists it once', async () => {
        const { sender } = await write(party())
        const { status, body } = await send(party(), { recipient: sender, text: 'At seven. 😀' })
        expect(status, JSON.stringify(body)).to.equal(201)
        expect(body).to.include({
          platform,
          direction: 'outbound',
          type: 'text',
          status: 'sent',
          recipient: sender,
          sender: null,
          body: 'At seven. 😀',
        })
        const { messages } = (await list(`accountId=${party().accountId}`)).body
        const listed = messages.filter((each: ApiResponse['body']) => each.providerId === body.providerId)
        // The list reads the conversation, which has the name of the user.
        expect(listed[0].recipientName).to.be.a('string')
        expect(listed).to.deep.equal([{ ...body, recipientName: listed[0].recipientName }])
      })

      it('is 409 window_closed after 24 hours, and open again once the person has written', async () => {
        const { sender } = await write(party(), { ageHours: 25 })
        await list(`accountId=${party().accountId}`)
        const late = await send(party(), { recipient: sender, text: 'too late' })
        expect([late.status, late.body.error.code]).to.deep.equal([409, 'window_closed'])
        expect(await sentTo(party(), 'too late')).to.have.length(0)
        await write(party(), { as: sender })
        await whole.context.pool.query("update message_sync set synced_at = now() - interval '10 minutes'")
        expect((await send(party(), { recipient: sender, text: 'in time' })).status).to.equal(201)
      })

      it('finds a reply whose response was lost, and sends it once', async () => {
        const { sender } = await write(party())
        const fault = { network: platform, operation: 'messages.send', fault: 'accept-then-drop', times: 1 }
        await whole.sandboxCall('POST', '/faults', fault)
        const { status, body } = await send(party(), { recipient: sender, text: `lost on ${platform}` })
        expect(status, JSON.stringify(body)).to.equal(201)
        expect(await sentTo(party(), `lost on ${platform}`)).to.have.length(1)
        const { messages } = (await list(`accountId=${party().accountId}`)).body
        expect(messages.filter((each: ApiResponse['body']) => each.body === `lost on ${platform}`)).to.have.length(1)
      })

      it('lists what is stored when the network cannot be read: 207', async () => {
        await whole.sandboxCall('POST', '/faults', {
          network: platform,
          operation: 'conversations.list',
          fault: 'unavailable',
        })
        const { status, body } = await list(`accountId=${party().accountId}`)
        await whole.sandboxCall('DELETE', '/faults')
        expect([status, body.status]).to.deep.equal([207, 'partial'])
        expect(body.messages).to.not.have.length(0)
        expect(body.errors).to.have.length(1)
        expect(body.errors[0]).to.include({ accountId: party().accountId, platform, code: 'provider_error' })
      })

      it('shares one reading among readers at the same time', async () => {
        const since = new Date().toISOString()
        const replies = await Promise.all(Array.from({ length: 20 }, () => list(`accountId=${party().accountId}`)))
        expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([200]))
        const { body } = await whole.sandboxCall('GET', `/journal?network=${platform}&since=${since}`)
        const calls = (Array.isArray(body) ? body : body.calls).filter(
          ({ operation }: ApiResponse['body']) => operation === 'conversations.list',
        )
        expect(calls.length).to.be.at.most(2)
      })

      it('is 400 for a text that is missing, empty or too long, and for a template', async () => {
        for (const body of [
          { recipient: '1' },
          { recipient: '1', text: '' },
          { recipient: '1', text: 'a'.repeat(1001) },
          { recipient: '', text: 'a' },
          { recipient: '1', text: 'a', template: { name: 'a', language: 'en' } },
        ]) {
          const reply = await send(party(), body)
          expect([reply.status, reply.body.error.code], JSON.stringify(body)).to.deep.equal([400, 'invalid_request'])
        }
      })
    })
  }

  it('instagram takes 1000 bytes: more is 422 before anything is sent', async () => {
    const reply = await send(parties.instagram, { recipient: '1', text: 'é'.repeat(501) })
    expect([reply.status, reply.body.error.code]).to.deep.equal([422, 'provider_rejected'])
    expect(reply.body.error.message).to.include('1002')
    const { sender } = await write(parties.facebook)
    expect((await send(parties.facebook, { recipient: sender, text: 'é'.repeat(501) })).status).to.equal(201)
  })

  it('lists every account of a profile; other platforms are 422', async () => {
    const { status, body } = await list(`profileId=${whole.profileId}`)
    expect(status, JSON.stringify(body.errors)).to.equal(200)
    expect(new Set(body.messages.map(({ platform }: ApiResponse['body']) => platform))).to.deep.equal(
      new Set(['instagram', 'facebook']),
    )
    const other = await list(`profileId=${whole.profileId}&platform=tiktok`)
    expect([other.status, other.body.error.code]).to.deep.equal([422, 'unsupported_platform'])
    for (const platform of platforms.filter((each) => !supports('messages.send', each))) {
      const sent = await whole.call('POST', '/messages', {
        platform,
        accountId: parties.instagram.accountId,
        recipient: '1',
        text: 'a',
      })
      expect([sent.status, sent.body.error.code]).to.deep.equal([422, 'provider_not_supported'])
    }
  })

  it('a storm of replies through lost responses sends each once', async () => {
    const { sender } = await write(parties.instagram)
    await whole.sandboxCall('POST', '/faults', {
      network: 'instagram',
      operation: 'messages.send',
      fault: 'accept-then-drop',
      probability: 0.3,
    })
    const texts = Array.from({ length: 24 }, (_, index) => `storm ${index}`)
    const replies = await Promise.all(texts.map((text) => send(parties.instagram, { recipient: sender, text })))
    await whole.sandboxCall('DELETE', '/faults')
    const { messages } = (await whole.sandboxCall('GET', '/state/instagram')).body
    for (const [index, text] of texts.entries()) {
      const count = messages.filter((each: ApiResponse['body']) => each.text === text).length
      expect(count, `${text}: ${replies[index]?.status}`).to.equal(1)
    }
    const listed = (await list(`accountId=${parties.instagram.accountId}`)).body.messages
    for (const text of texts)
      expect(
        listed.filter((each: ApiResponse['body']) => each.body === text),
        text,
      ).to.have.length(1)
  })
})
