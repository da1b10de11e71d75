import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { facebookWebhook } from '../../src/facebook/webhook.ts'
import { app, pageId } from './network.ts'

const { normalize, isSigned, verify } = facebookWebhook

const at = 1795250000
const iso = new Date(at * 1000).toISOString()
const postId = `${pageId}_122100000000001`
const commentId = '122100000000001_4455'
const user = '6677889900112233'

/** Written after https://developers.facebook.com/docs/graph-api/webhooks/reference/page (read 2026-11-23). */
const comment = {
  from: { id: user, name: 'Robin Example' },
  post: { id: postId, permalink_url: 'https://www.facebook.com/permalink/1', status_type: 'added_photos' },
  message: 'Is there rye today?',
  post_id: postId,
  comment_id: commentId,
  created_time: at - 5,
  item: 'comment',
  parent_id: postId,
  verb: 'add',
}

type Fields = Record<string, unknown>

const feed = (value: Fields, entry: Fields = {}) => ({
  object: 'page',
  entry: [{ id: pageId, time: at, changes: [{ field: 'feed', value: { ...comment, ...value } }], ...entry }],
})

/** Written after https://developers.facebook.com/docs/messenger-platform/reference/webhook-events (read 2026-11-23). */
const messaging = (event: Fields) => ({
  object: 'page',
  entry: [
    {
      id: pageId,
      time: at * 1000 + 700,
      messaging: [{ sender: { id: user }, recipient: { id: pageId }, timestamp: at * 1000 + 250, ...event }],
    },
  ],
})

const none = { messages: [], statuses: [], account: [], comments: [], receipts: [], skipped: 0 }
const about = { accountProviderId: pageId, commentId, at: iso }

describe('facebook webhook: comments', () => {
  const written = {
    id: commentId,
    mediaId: postId,
    parentId: null,
    authorName: 'Robin Example',
    authorFullName: 'Robin Example',
    authorHandle: 'Robin Example',
    avatarUrl: null,
    profileUrl: `https://www.facebook.com/${user}`,
    body: 'Is there rye today?',
    likeCount: 0,
    isCreator: false,
    isHidden: false,
    createdAt: new Date((at - 5) * 1000).toISOString(),
  }
  const permalink = 'https://www.facebook.com/permalink/1'

  for (const verb of ['add', 'edited', 'edit', 'update']) {
    it(`has the whole comment with ${verb}`, () => {
      expect(normalize(feed({ verb }))).to.deep.equal({
        ...none,
        comments: [{ ...about, kind: 'written', comment: written, isEdit: verb !== 'add', permalink }],
      })
    })
  }

  const changes: [string, Fields][] = [
    ['hide', { kind: 'hidden', isHidden: true }],
    ['unhide', { kind: 'hidden', isHidden: false }],
    ['remove', { kind: 'removed' }],
    ['delete', { kind: 'removed' }],
  ]
  for (const [verb, change] of changes) {
    it(`needs only the id of the comment with ${verb}`, () => {
      const value = { item: 'comment', verb, comment_id: commentId }
      const body = { object: 'page', entry: [{ id: pageId, time: at, changes: [{ field: 'feed', value }] }] }
      expect(normalize(body).comments).to.deep.equal([{ ...about, ...change }])
    })
  }

  it('is a reply where the parent is a comment, and by the Page itself where the Page wrote it', () => {
    const [found] =
      normalize(feed({ parent_id: '122100000000001_1', from: { id: pageId, name: 'Bakery' } })).comments ?? []
    expect(found?.kind === 'written' && found.comment).to.include({ parentId: '122100000000001_1', isCreator: true })
  })

  it('has an empty text and no author where nothing is reported of them', () => {
    const [found] = normalize(feed({ message: undefined, from: undefined, created_time: undefined })).comments ?? []
    const wanted = { body: '', authorName: '', profileUrl: '', createdAt: iso }
    expect(found?.kind === 'written' && found.comment).to.include(wanted)
  })

  const skipped: [string, Fields][] = [
    ['a post', { item: 'status' }],
    ['a reaction', { item: 'reaction' }],
    ['an unknown verb', { verb: 'mute' }],
    ['a verb of the prototype', { verb: 'constructor' }],
    ['no comment', { comment_id: undefined }],
    ['a path as the comment', { comment_id: '../1' }],
    ['no post', { post_id: undefined }],
  ]
  for (const [name, value] of skipped) {
    it(`skips and counts ${name}`, () => {
      expect(normalize(feed(value))).to.deep.equal({ ...none, skipped: 1 })
    })
  }

  it('skips mentions on posts of others, and changes without a time', () => {
    const value = { item: 'comment', verb: 'add', post_id: '1_2', comment_id: '2_3', sender_id: user, message: 'hi' }
    const entry = { id: pageId, time: at, changes: [{ field: 'mention', value }] }
    expect(normalize({ object: 'page', entry: [entry] })).to.deep.equal({ ...none, skipped: 1 })
    expect(normalize(feed({}, { time: undefined }))).to.deep.equal({ ...none, skipped: 1 })
  })
})

describe('facebook webhook: messages', () => {
  const occurredAt = new Date(at * 1000 + 250).toISOString()
  const received = {
    accountProviderId: pageId,
    providerId: 'm_1',
    direction: 'inbound',
    type: 'text',
    sender: user,
    recipient: null,
    senderName: null,
    recipientName: null,
    body: 'Hello',
    status: 'received',
    error: null,
    occurredAt,
  }

  it('come in with their sender and time', () => {
    expect(normalize(messaging({ message: { mid: 'm_1', text: 'Hello' } }))).to.deep.equal({
      ...none,
      messages: [received],
    })
  })

  it('are the account’s own as an echo', () => {
    const echo = {
      sender: { id: pageId },
      recipient: { id: user },
      message: { mid: 'm_1', text: 'Hello', is_echo: true },
    }
    const own = { direction: 'outbound', sender: null, recipient: user, status: 'sent' }
    expect(normalize(messaging(echo)).messages).to.deep.equal([{ ...received, ...own }])
  })

  it('are unsupported without text, and left as they are when they were unsent', () => {
    const image = { mid: 'm_2', attachments: [{ type: 'image', payload: { url: 'https://img.example' } }] }
    expect(normalize(messaging({ message: image })).messages[0]).to.include({ type: 'unsupported', body: '' })
    expect(normalize(messaging({ message: { mid: 'm_2', is_deleted: true } }))).to.deep.equal({ ...none, skipped: 1 })
  })

  // https://developers.facebook.com/documentation/business-messaging/messenger-platform/webhooks/webhook-events/message-edits
  // (read 2026-11-30)
  it('are the new text of a message that its user has edited, and not that of one of the Page', () => {
    const message_edit = { mid: 'm_1', text: 'Hello!', num_edit: 1 }
    const [edited] = normalize(messaging({ message_edit })).messages
    expect(edited).to.deep.equal({ ...received, body: 'Hello!', isEdit: true })
    for (const event of [
      { message_edit: { mid: 'm_1', num_edit: 1 } },
      { message_edit, sender: { id: pageId }, recipient: { id: user } },
    ]) {
      expect(normalize(messaging(event))).to.deep.equal({ ...none, skipped: 1 })
    }
  })

  it('are delivered and read: by their ids, and all of them up to a time', () => {
    const watermark = at * 1000 + 100
    const until = new Date(watermark).toISOString()
    const delivered = normalize(messaging({ delivery: { mids: ['m_1', 'm_2'], watermark } }))
    const status = {
      accountProviderId: pageId,
      status: 'delivered',
      writeId: null,
      recipient: null,
      error: null,
      missing: null,
    }
    expect(delivered.statuses).to.deep.equal(
      ['m_1', 'm_2'].map((providerId) => ({ ...status, providerId, occurredAt: until })),
    )
    expect(delivered.receipts).to.deep.equal([
      { accountProviderId: pageId, participant: user, status: 'delivered', until },
    ])
    const read = normalize(messaging({ read: { watermark } }))
    expect(read.statuses).to.deep.equal([])
    expect(read.receipts).to.deep.equal([{ accountProviderId: pageId, participant: user, status: 'read', until }])
  })

  it('of others than the account are skipped, as are postbacks, reactions and reports that name no message', () => {
    const text = { message: { mid: 'm_1', text: 'Hello' } }
    for (const event of [
      { ...text, recipient: { id: '1' } },
      { delivery: { mids: [7], watermark: 'x' } },
      { read: {} },
      { postback: {} },
      { reaction: {} },
      { ...text, timestamp: 'x' },
    ]) {
      expect(normalize(messaging(event)), JSON.stringify(event)).to.deep.equal({ ...none, skipped: 1 })
    }
  })
})

describe('facebook webhook: requests', () => {
  it('are batches of entries, of which a broken one loses no other', () => {
    const [first] = feed({}).entry
    const [second] = messaging({ message: { mid: 'm_1', text: 'Hello' } }).entry
    const body = { object: 'page', entry: [null, { id: {} }, first, { id: '9', changes: 7 }, second] }
    const found = normalize(body)
    expect([found.comments?.length, found.messages.length, found.skipped]).to.deep.equal([1, 1, 3])
  })

  it('of another object have nothing for a Page', () => {
    expect(normalize({ ...feed({}), object: 'instagram' })).to.deep.equal({ ...none, skipped: 1 })
  })

  it('never throw, whatever the JSON is', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void normalize(value)))
    fc.assert(fc.property(fc.jsonValue(), (value) => void normalize({ object: 'page', entry: [value] })))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (change, event) => {
        normalize({ object: 'page', entry: [{ id: pageId, time: at, changes: [change], messaging: [event] }] })
        normalize(feed(typeof change === 'object' && change !== null ? { ...change } : { message: change }))
      }),
    )
  })

  it('are signed with the secret of the app or the one before it, over the raw bytes', () => {
    const body = Buffer.from('{"object":"page"}')
    const header = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const signed = (secret: string) => isSigned(app, { headers: { 'x-hub-signature-256': header(secret) }, body })
    expect([signed('app-secret'), signed('other')]).to.deep.equal([true, false])
    const both = { ...app, secrets: { ...app.secrets, previousClientSecret: 'old' } }
    expect(isSigned(both, { headers: { 'x-hub-signature-256': header('old') }, body })).to.equal(true)
  })

  it('that verify the URL are responded to with the challenge if the token is the configured one', () => {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '7', 'hub.verify_token': 't' }
    expect(verify(app, query)).to.equal(null)
    expect(verify({ ...app, secrets: { ...app.secrets, verifyToken: 't' } }, query)).to.equal('7')
  })
})
