import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { instagramWebhook } from '../../src/instagram/webhook.ts'
import { accountId, app } from './network.ts'

const { normalize, isSigned } = instagramWebhook

const at = 1795250000
const iso = new Date(at * 1000).toISOString()
const user = '1234567890123456'

/** Written after https://developers.facebook.com/docs/graph-api/webhooks/reference/instagram (read 2026-11-23). */
const comment = {
  id: '17900000000000001',
  from: { id: user, username: 'robin.example' },
  media: { id: '17800000000000001', media_product_type: 'FEED' },
  text: 'Looks great',
}

type Fields = Record<string, unknown>

const change = (value: Fields, field = 'comments') => ({
  object: 'instagram',
  entry: [{ id: accountId, time: at, changes: [{ field, value: { ...comment, ...value } }] }],
})

/** Written after https://developers.facebook.com/documentation/instagram-platform/webhooks/examples (read 2026-11-23). */
const messaging = (event: Fields) => ({
  object: 'instagram',
  entry: [
    {
      id: accountId,
      time: at * 1000,
      messaging: [{ sender: { id: user }, recipient: { id: accountId }, timestamp: at * 1000 + 250, ...event }],
    },
  ],
})

const none = { messages: [], statuses: [], account: [], comments: [], receipts: [], skipped: 0 }

describe('instagram webhook', () => {
  it('has a new comment with its author, as of when it was posted to us', () => {
    const written = {
      id: comment.id,
      mediaId: comment.media.id,
      parentId: null,
      authorName: 'robin.example',
      authorFullName: 'robin.example',
      authorHandle: 'robin.example',
      avatarUrl: null,
      profileUrl: 'https://www.instagram.com/robin.example/',
      body: 'Looks great',
      likeCount: 0,
      isCreator: false,
      isHidden: false,
      createdAt: iso,
    }
    const about = { accountProviderId: accountId, commentId: comment.id, at: iso, isEdit: false, permalink: null }
    expect(normalize(change({}))).to.deep.equal({
      ...none,
      comments: [{ ...about, kind: 'written', mayBePart: true, comment: written }],
    })
  })

  /** Fields of https://developers.facebook.com/docs/graph-api/webhooks/reference/instagram (read 2026-11-29). */
  it('has comments on ads, which Instagram does not list', () => {
    const ofAd = (media: Fields) => normalize(change({ media: { ...comment.media, ...media } })).comments?.[0]
    const onAd = { kind: 'written', isOnAd: true }
    expect(ofAd({ ad_id: '120200000000001', ad_title: 'Rye', original_media_id: '178' })).to.include(onAd)
    expect(ofAd({ media_product_type: 'AD' })).to.include(onAd)
    expect(ofAd({ ad_id: '120200000000001' })).not.to.have.property('mayBePart')
    expect(ofAd({ media_product_type: 'REELS' })).not.to.have.property('isOnAd')
  })

  it('has replies, and the account’s own comments by either of its ids', () => {
    const first = (value: Fields) => {
      const [found] = normalize(change(value)).comments ?? []
      return found?.kind === 'written' ? found.comment : undefined
    }
    expect(first({ parent_id: '179' })).to.include({ parentId: '179', isCreator: false })
    expect(first({ from: { id: accountId, username: 'b' } })).to.include({ isCreator: true })
    expect(first({ from: { id: '1', username: 'b', self_ig_scoped_id: '1' } })).to.include({ isCreator: true })
  })

  it('skips mentions, comments of live videos, and what has no id', () => {
    for (const body of [
      change({}, 'mentions'),
      change({}, 'live_comments'),
      change({ id: 'a/b' }),
      change({ media: {} }),
    ]) {
      expect(normalize(body)).to.deep.equal({ ...none, skipped: 1 })
    }
  })

  it('has messages, echoes, and the message that was read', () => {
    const text = { message: { mid: 'aWdf', text: 'Hi' } }
    expect(normalize(messaging(text)).messages[0]).to.include({ direction: 'inbound', sender: user, body: 'Hi' })
    const echo = { sender: { id: accountId }, recipient: { id: user }, message: { ...text.message, is_echo: true } }
    expect(normalize(messaging(echo)).messages[0]).to.include({ direction: 'outbound', recipient: user })
    const { statuses, receipts } = normalize(messaging({ read: { mid: 'aWdf' } }))
    expect(statuses[0]).to.include({ providerId: 'aWdf', status: 'read', accountProviderId: accountId })
    expect(receipts).to.deep.equal([])
  })

  it('is signed by the app of either login', () => {
    const body = Buffer.from('{}')
    const signed = (secret: string) => {
      const hex = createHmac('sha256', secret).update(body).digest('hex')
      return isSigned(app, { headers: { 'x-hub-signature-256': `sha256=${hex}` }, body })
    }
    expect([signed('ig-secret'), signed('meta-secret'), signed('other')]).to.deep.equal([true, true, false])
  })

  it('never throws, whatever the JSON is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, event) => {
        normalize({ object: 'instagram', entry: [{ id: accountId, time: at, changes: [value], messaging: [event] }] })
      }),
    )
  })
})
