import { expect } from 'chai'
import type { Identity } from '../../src/index.ts'
import { instagramConnect } from '../../src/instagram/connect.ts'
import { parseCredentials } from '../../src/instagram/credentials.ts'
import { instagramPosts } from '../../src/instagram/posts.ts'
import { failureOf } from '../fake-call.ts'
import { Harness } from './harness.ts'
import type { Post } from './network.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('Instagram, on its double', function () {
  this.timeout(900_000)
  let harness: Harness
  let bakery: Identity
  let linked: Identity

  before(async () => {
    harness = await Harness.start()
    bakery = await harness.account()
    linked = await harness.account({ authMethod: 'facebook_login' })
  })
  after(() => harness.close())

  function post(caption: string, over: Partial<Post> = {}): Post {
    const media = over.images ? {} : { image: { source: harness.sample('photo-1080x1080.jpg') } }
    return { platform: 'instagram', accountId: 'account-1', caption, ...media, ...over } as Post
  }

  describe('connecting', () => {
    it('finds the same account by both logins', () => {
      expect(bakery).to.include({ providerId: '17841400123456789', displayIdentifier: 'lindqvist.bakery' })
      expect(bakery.missingScopes).to.deep.equal([])
      expect(bakery.tokenExpiresAt).to.be.greaterThan(new Date(Date.now() + 59 * dayMs))
      expect(linked).to.include({ providerId: '17841400123456789', displayIdentifier: 'lindqvist.bakery' })
      expect(linked?.tokenExpiresAt).to.be.greaterThan(new Date(Date.now() + 89 * dayMs))
      expect(linked.credentials).to.include({ pageId: '104512345678901' })
    })

    it('is told of rejections and of permissions that were withheld', async () => {
      for (const authMethod of ['instagram_login', 'facebook_login'] as const) {
        const denied = harness.login({ authMethod, decision: 'deny' })
        expect(await failureOf(denied)).to.have.property('code', 'missing_scope')
      }
      const basic = harness.login({ as: 'mika.creates', withhold: ['instagram_business_basic'] })
      expect(await failureOf(basic)).to.have.property('code', 'missing_scope')
      const publishing = ['instagram_business_content_publish']
      const mika = await harness.account({ as: 'mika.creates', withhold: publishing })
      expect(mika.missingScopes).to.deep.equal(publishing)
      expect(await failureOf(harness.publish(mika, post('Never')))).to.have.property('code', 'connection_expired')
    })

    it('offers all accounts of a person with several Pages, and says which cannot be published to', async () => {
      const { identities, select } = await harness.login({ authMethod: 'facebook_login', as: 'tomas.ferrer' })
      expect(select).to.equal(true)
      const found = Object.fromEntries(identities.map((one) => [one.displayIdentifier, one.missingScopes]))
      expect(found).to.include.keys('ferrer.outdoor', 'ferrer.events')
      expect(found['ferrer.outdoor']).to.deep.equal([])
      expect(found['ferrer.events']).to.deep.equal(['instagram_content_publish'])
    })

    for (const as of ['amara.diallo', 'jun.sato']) {
      it(`fails visibly for ${as}, who has no account linked to a Page`, async () => {
        const error = await failureOf(harness.login({ authMethod: 'facebook_login', as }))
        expect(error).to.have.property('code', 'provider_error')
      })
    }
  })

  describe('publishing', () => {
    const userTags = [{ username: 'mika.creates', x: 0.5, y: 0.25 }]
    const whole = { collaborators: ['ferrer.outdoor'], isAiGenerated: true }

    for (const [name, who] of [
      ['Instagram', () => bakery],
      ['Facebook', () => linked],
    ] as const) {
      it(`an image with every field, logged in with ${name}`, async () => {
        const caption = `Rye by ${name} 🍞`
        const image = { source: harness.sample('photo-1080x1350.jpg'), altText: 'A loaf', userTags }
        const { postIds, permalink, attempts } = await harness.publish(who(), post(caption, { ...whole, image }))
        const [held, ...others] = await harness.posts(caption)
        expect([others.length, attempts]).to.deep.equal([0, 1])
        expect(held).to.deep.include({ id: postIds[0], permalink, accountId: bakery.providerId, ...whole })
        expect(held?.media[0]).to.deep.include({ altText: 'A loaf', userTags, contentType: 'image/jpeg' })
      })

      it(`a carousel with every field, logged in with ${name}`, async () => {
        const caption = `Rolls by ${name}`
        const images = [
          { source: harness.sample('photo-600x480.jpg'), altText: 'Left', userTags },
          { source: harness.sample('photo-480x600.jpg') },
          { source: harness.sample('photo-1200x628.jpg'), altText: 'Right' },
        ]
        const { postIds } = await harness.publish(who(), post(caption, { ...whole, images }))
        const [held] = await harness.posts(caption)
        expect(held).to.deep.include({ id: postIds[0], kind: 'CAROUSEL_ALBUM', ...whole })
        expect(held?.media.map(({ altText, width }) => [altText, width])).to.deep.equal([
          ['Left', 600],
          [null, 480],
          ['Right', 1200],
        ])
      })
    }

    const rejected: [string, string, string][] = [
      ['a PNG', 'photo-300x300.png', 'invalid_image'],
      ['too tall', 'photo-300x900.jpg', 'invalid_image'],
      ['not there', 'nothing.jpg', 'provider_error'],
    ]
    for (const [name, sample, code] of rejected) {
      it(`rejects an image that is ${name}`, async () => {
        const error = await failureOf(
          harness.publish(bakery, post(name, { image: { source: harness.sample(sample) } })),
        )
        expect(error).to.have.property('code', code)
        expect(await harness.posts(name)).to.deep.equal([])
      })
    }

    it('rejects what Instagram does not take', async () => {
      const tagged = {
        source: harness.sample('photo-600x600.jpg'),
        userTags: [{ username: 'pia.at.home', x: 0, y: 0 }],
      }
      for (const over of [{ caption: '#a '.repeat(31) }, { image: tagged }]) {
        expect(await failureOf(harness.publish(bakery, post('Rejected', over)))).to.have.property(
          'code',
          'provider_rejected',
        )
      }
    })

    it("tells that the account's limit is reached, and how high it is", async () => {
      await harness.fault('posts.create', 'quota-exhausted')
      const error = await failureOf(harness.publish(bakery, post('Too much')))
      expect(error).to.have.property('code', 'provider_rejected')
      expect(error)
        .to.have.property('message')
        .that.matches(/of the 50 posts/)
    })

    it('tells how long to wait when it is throttled', async () => {
      await harness.fault('media.create', 'throttle')
      const error = await failureOf(harness.publish(bakery, post('Too fast')))
      expect(error).to.include({ code: 'rate_limited', retryAfter: 19 * 60 })
    })
  })

  describe('when something breaks', () => {
    const faults: [string, string, number][] = [
      ['posts.create', 'accept-then-drop', 1],
      ['posts.create', 'accept-then-500', 1],
      ['posts.create', 'truncate', 1],
      ['posts.create', 'drop-before', 2],
      ['posts.create', 'unavailable', 2],
      ['media.create', 'accept-then-drop', 1],
      ['media.create', 'unavailable', 1],
      ['media.status', 'drop-before', 1],
      ['media.status', 'unavailable', 1],
      ['posts.get', 'unavailable', 1],
    ]
    for (const [operation, fault, attempts] of faults) {
      it(`publishes once in spite of ${fault} at ${operation}`, async () => {
        const caption = `${operation} ${fault}`
        await harness.fault(operation, fault)
        const published = await harness.publish(bakery, post(caption))
        const held = await harness.posts(caption)
        expect(held.map(({ id }) => id)).to.deep.equal(published.postIds)
        expect(published.attempts).to.equal(attempts)
        expect(await harness.wentWrong(operation, fault)).to.equal(1)
      })
    }

    it("takes no other publish's post for its own", async () => {
      const first = await harness.publish(bakery, post('Twins'))
      for (const id of first.postIds) harness.claimed.add(id)
      await harness.fault('posts.create', 'accept-then-drop')
      const second = await harness.publish(bakery, post('Twins'))
      expect(second.postIds).to.have.length(1)
      expect(second.postIds).not.to.deep.equal(first.postIds)
      expect(await harness.posts('Twins')).to.have.length(2)
    })
  })

  describe('listing', () => {
    it('shows what was published, newest first, by both logins', async () => {
      for (const who of [bakery, linked]) {
        const { posts, next } = await instagramPosts.list(harness.as(who), null)
        const ours = posts.find(({ text }) => text === 'Rolls by Facebook')
        expect(ours).to.include({ mediaType: 'carousel' })
        expect(ours?.permalink).to.match(/^https:\/\/www\.instagram\.com\/p\//)
        expect(ours?.metrics).to.include({ likes: 0, comments: 0, views: null })
        const times = posts.map(({ publishedAt }) => String(publishedAt))
        expect(times).to.deep.equal([...times].sort().reverse())
        expect(next).to.equal(null)
      }
    })
  })

  describe('refreshing', () => {
    it('keeps a young token, lengthens an older one, and is told when it is over', async () => {
      const young = await instagramConnect.refresh(harness.call(), parseCredentials(bakery.credentials))
      expect(young.credentials).to.deep.equal(bakery.credentials)
      await harness.move(25 * hourMs)
      const older = await instagramConnect.refresh(harness.call(), parseCredentials(bakery.credentials))
      expect(Number(older.tokenExpiresAt)).to.be.greaterThan(Number(bakery.tokenExpiresAt))
      await harness.move(61 * dayMs)
      const over = instagramConnect.refresh(harness.call(), parseCredentials(older.credentials))
      expect(await failureOf(over)).to.include({ code: 'connection_expired', outcome: 'rejected' })
    })

    it("keeps a Page's token that outlived the person's", async () => {
      const kept = await instagramConnect.refresh(harness.call(), parseCredentials(linked.credentials))
      expect(kept).to.deep.equal({ credentials: linked.credentials, tokenExpiresAt: linked.tokenExpiresAt })
      await harness.publish(linked, post('After sixty days'))
    })

    it('is told that a grant was taken back', async () => {
      const mika = await harness.account({ as: 'mika.creates' })
      await harness.fault('accounts.get', 'revoke-token', { as: 'mika.creates' })
      const gone = instagramConnect.refresh(harness.call(), parseCredentials(mika.credentials))
      expect(await failureOf(gone)).to.have.property('code', 'connection_expired')
    })
  })
})
