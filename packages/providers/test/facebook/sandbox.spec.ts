import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound } from '@carillon/outbound'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import { expect } from 'chai'
import { facebookConnect } from '../../src/facebook/connect.ts'
import { type FacebookCall, parseCredentials } from '../../src/facebook/credentials.ts'
import { facebookDeletePost } from '../../src/facebook/delete-post.ts'
import { facebookPosts } from '../../src/facebook/posts.ts'
import { facebookPublish } from '../../src/facebook/publish.ts'
import type { PublishState } from '../../src/facebook/publish-state.ts'
import type { App, AppCall, Completion, Identity, MediaSource } from '../../src/index.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { failureOf } from '../fake-call.ts'
import { accountCall, type Call, publishCall, source } from './network.ts'

const redirectUri = 'http://127.0.0.1:1/oauth/facebook/callback'

interface HeldPost {
  id: string
  text: string
  title: string | null
  media: { contentType: string; sha256: string }[]
}

describe('facebook against the sandbox', function () {
  this.timeout(900_000)
  let sandbox: Sandbox
  let outbound: Outbound
  let call: AppCall

  before(async () => {
    sandbox = await startSandbox({ networks: networksNamed(['facebook']) })
    outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })
    const set = (name: string) => sandbox.environment[`FACEBOOK_${name}`] ?? ''
    const app: App = {
      hosts: {
        web: set('HOST_WEB'),
        graph: set('HOST_GRAPH'),
        upload: set('HOST_UPLOAD'),
      },
      secrets: { clientId: set('CLIENT_ID'), clientSecret: set('CLIENT_SECRET') },
      publicUrl: 'http://127.0.0.1:1',
    }
    call = { app, outbound, signal: new AbortController().signal, now: () => new Date(), requestId: 'req-1' }
  })

  after(async () => {
    await sandbox.close()
    await outbound.close()
  })

  const ask = <Result>(path: string, body?: unknown) => askSandbox<Result>(sandbox, path, { body })

  async function consent(consent: { as?: string; withhold?: string[]; decision?: string } = {}): Promise<Completion> {
    const { authorizationUrl, kept } = await facebookConnect.authorize(call, { redirectUri, state: 'state-1' })
    const walk = { authorizationUrl, decision: 'approve', ...consent }
    const { finalUrl } = await ask<{ finalUrl: string }>('/person/consent', walk)
    const parameters = Object.fromEntries(new URL(finalUrl).searchParams)
    expect(parameters['state']).to.equal('state-1')
    return facebookConnect.complete(call, { parameters, redirectUri, authMethod: null, kept })
  }

  async function connected(as?: string): Promise<Identity> {
    const { identities } = await consent(as === undefined ? {} : { as })
    const [first] = identities
    if (!first) throw new Error('nobody was connected')
    return first
  }

  function acting({ providerId, scopes, credentials }: Identity): FacebookCall {
    return accountCall({ providerId, scopes, credentials: parseCredentials(credentials) }, call)
  }

  async function sample(name: string, contentType = 'image/jpeg'): Promise<MediaSource> {
    const response = await fetch(`${sandbox.url}/samples/${name}`)
    return source(new Uint8Array(await response.arrayBuffer()), contentType)
  }

  async function fault(operation: string, name: string): Promise<void> {
    await ask('/faults', { network: 'facebook', operation, fault: name, times: 1 })
  }

  async function held(id: string | undefined): Promise<HeldPost | undefined> {
    const { posts } = await ask<{ posts: HeldPost[] }>('/state/facebook')
    return posts.find((post) => post.id === id)
  }

  /** Drives a publish as the service does, without its pauses before and after a commit. */
  async function drive(publish: Call) {
    const steps: string[] = []
    let state: PublishState = facebookPublish.begin({
      writeId: 'p',
      items: 1,
      now: new Date(),
      random: () => new Uint8Array(),
    })
    for (let turn = 0; turn < 100; turn++) {
      const step = await facebookPublish.advance(publish, JSON.parse(JSON.stringify(state)))
      if (step.kind === 'done') return { ...step.result, steps }
      if (step.kind === 'commit') {
        steps.push(step.step)
        state = await settled(publish, state, step.step, steps)
        continue
      }
      if (step.kind === 'wait') {
        steps.push(step.accepted ? 'accepted' : 'waited')
        await sleep(200)
      }
      state = step.state
    }
    throw new Error('it does not end')
  }

  async function settled(publish: Call, state: PublishState, step: string, steps: string[]): Promise<PublishState> {
    try {
      return await facebookPublish.commit(publish, state, step)
    } catch (error) {
      if ((error as { outcome?: unknown }).outcome !== 'indeterminate') throw error
    }
    const open = { step, startedAt: new Date(Date.now() - 1000), claimed: new Set<string>(), linksFetched: null }
    const verdict = await facebookPublish.reconcile(publish, state, open)
    steps.push(verdict.kind)
    if (verdict.kind === 'done') return verdict.state
    if (verdict.kind === 'absent') return state
    throw new Error(`reconciled: ${verdict.kind}`)
  }

  describe('connecting', () => {
    it('takes the only Page at once', async () => {
      const { identities, select } = await consent()
      expect(select).to.equal(false)
      expect(identities).to.have.length(1)
      expect(identities[0]).to.include({
        providerId: '104512345678901',
        displayIdentifier: 'lindqvistbakery',
        displayName: 'Lindqvist Bakery',
      })
      expect(identities[0]?.missingScopes).to.deep.equal([])
      const days = (Number(identities[0]?.tokenExpiresAt) - Date.now()) / 86_400_000
      expect(days).to.be.within(89, 90.1)
    })

    it('lets a person with several Pages choose, or go on with none', async () => {
      const { identities, select } = await consent({ as: 'tomas.ferrer' })
      expect(select).to.equal(true)
      expect(identities.map(({ displayName }) => displayName)).to.deep.equal([
        'Ferrer Cycling',
        'Ferrer Events',
        'Ferrer Outdoor',
        'Tomás Ferrer',
      ])
    })

    it('connects a person without Pages, whose Page operations are rejected', async () => {
      const { identities, select } = await consent({ as: 'amara.diallo' })
      expect(select).to.equal(false)
      expect(identities.map(({ providerId }) => providerId)).to.deep.equal(['122100000000777'])
      const [identity] = identities
      if (!identity) throw new Error('nobody was connected')
      expect(await failureOf(facebookPosts.list(acting(identity), null))).to.include({ code: 'page_not_selected' })
    })

    it('names withheld permissions and rejects what needs them', async () => {
      const { identities } = await consent({ as: 'jun.sato', withhold: ['pages_manage_posts', 'read_insights'] })
      const [identity] = identities
      if (!identity) throw new Error('nobody was connected')
      expect(identity.missingScopes).to.deep.equal(['pages_manage_posts', 'read_insights'])
      const post = publishCall({ image: { source: await sample('photo.jpg') } }, acting(identity))
      expect(await failureOf(drive(post))).to.include({ code: 'missing_permission', status: 403 })
      const again = await consent({ as: 'jun.sato' })
      expect(again.identities[0]?.missingScopes).to.deep.equal([])
    })

    it('reports a denial and a withheld list of Pages', async () => {
      expect(await failureOf(consent({ decision: 'deny' }))).to.include({ code: 'missing_scope' })
      expect(await failureOf(consent({ as: 'jun.sato', withhold: ['pages_show_list'] }))).to.include({
        code: 'missing_scope',
      })
    })

    it('keeps the tokens when they hold', async () => {
      const { credentials, tokenExpiresAt } = await connected()
      const fresh = await facebookConnect.refresh(call, parseCredentials(credentials))
      expect(fresh.credentials).to.deep.equal(credentials)
      expect(fresh.tokenExpiresAt).to.deep.equal(tokenExpiresAt)
    })
  })

  describe('publishing', () => {
    let page: FacebookCall
    before(async () => {
      page = acting(await connected())
    })

    it('publishes one photo', async () => {
      const done = await drive(publishCall({ message: 'Bröd 🥖', image: { source: await sample('photo.jpg') } }, page))
      expect(done.steps).to.deep.equal(['feed'])
      expect(done.permalink).to.match(/^https:\/\/www\.facebook\.com\/104512345678901\/posts\/\d+$/)
      const post = await held(done.postIds[0])
      expect(post).to.include({ text: 'Bröd 🥖' })
      expect(post?.media).to.have.length(1)
    })

    it('publishes photos in their order, and once when the response is lost', async () => {
      const images = await Promise.all(
        ['photo-1080x1080.jpg', 'photo.png', 'photo-200x200.jpg'].map(async (name) => ({ source: await sample(name) })),
      )
      await fault('posts.create', 'accept-then-drop')
      const done = await drive(publishCall({ images }, page))
      expect(done.steps).to.deep.equal(['feed', 'done'])
      const post = await held(done.postIds[0])
      expect(post?.media.map(({ sha256 }) => sha256)).to.deep.equal(images.map((image) => image.source.sha256))
    })

    it('publishes again what did not arrive', async () => {
      await fault('posts.create', 'drop-before')
      const done = await drive(publishCall({ message: 'twice', image: { source: await sample('photo.jpg') } }, page))
      expect(done.steps).to.deep.equal(['feed', 'absent', 'feed'])
      const { posts } = await ask<{ posts: HeldPost[] }>('/state/facebook')
      expect(posts.filter(({ text }) => text === 'twice')).to.have.length(1)
    })

    it('publishes a reel', async () => {
      const reel = { source: await sample('video-720x1280-4s.mp4', 'video/mp4') }
      await fault('media.upload', 'accept-then-drop')
      const post = publishCall({ message: 'a reel', reel }, page)
      const first = facebookPublish.begin({ writeId: 'p', items: 1, now: new Date(), random: () => new Uint8Array() })
      const opened = await facebookPublish.advance(post, first)
      if (opened.kind !== 'next') throw new Error('not opened')
      expect(await failureOf(facebookPublish.advance(post, opened.state))).to.include({ outcome: 'indeterminate' })
      expect(await facebookPublish.advance(post, opened.state)).to.have.nested.property('state.video.phase', 'ready')
      const done = await drive(post)
      expect(done.steps.filter((step) => step !== 'accepted')).to.deep.equal(['finish'])
      expect(done.steps.at(-1)).to.equal('accepted')
      expect(await held(done.postIds[0])).to.include({ text: 'a reel' })
      expect(done.permalink).to.match(/\/reel\/\d+\/$/)
    })

    it('publishes a video with its title, piece by piece', async () => {
      const video = { source: await sample('video-640x360-2s-3mb.mp4', 'video/mp4') }
      await fault('videos.publish', 'unavailable')
      const post = publishCall({ message: 'about it', title: 'A title', video }, page)
      expect(await failureOf(drive(post))).to.include({ outcome: 'indeterminate' })
      const done = await drive(post)
      expect(done.steps.filter((step) => step !== 'accepted')).to.deep.equal(['finish'])
      const stored = await held(done.postIds[0])
      expect(stored).to.include({ text: 'about it', title: 'A title' })
      expect(stored?.media[0]?.sha256).to.equal(video.source.sha256)
    })

    it('reports a video that Facebook does not take', async () => {
      const reel = { source: await sample('video-1280x720-5s.mp4', 'video/mp4') }
      expect(await failureOf(drive(publishCall({ reel }, page)))).to.include({ code: 'invalid_video', status: 422 })
    })

    it('removes the photos of a post that is rejected', async () => {
      await fault('posts.create', 'upload-limit-exceeded')
      const before = await ask<{ at: string }[]>('/journal?network=facebook')
      const error = await failureOf(drive(publishCall({ image: { source: await sample('photo.jpg') } }, page)))
      expect(error).to.include({ code: 'provider_rejected' })
      const journal = await ask<{ operation: string; status: number }[]>('/journal?network=facebook')
      const after = journal.slice(before.length).map(({ operation, status }) => `${operation} ${status}`)
      expect(after).to.include('media.delete 200')
    })

    it('is told how long to wait', async () => {
      await fault('media.upload', 'throttle')
      const error = await failureOf(drive(publishCall({ image: { source: await sample('photo.jpg') } }, page)))
      expect(error).to.include({ code: 'rate_limited', retryAfter: 19 * 60 })
    })
  })

  describe('posts', () => {
    async function listAll(context: FacebookCall) {
      const posts = []
      let cursor: string | null = null
      do {
        const page = await facebookPosts.list(context, cursor)
        posts.push(...page.posts)
        cursor = page.next
      } while (cursor !== null)
      return posts
    }

    it('lists posts and reels once each, and deletes them', async () => {
      const page = acting(await connected())
      const { posts: state } = await ask<{ posts: (HeldPost & { accountId: string })[] }>('/state/facebook')
      const own = state.filter(({ accountId }) => accountId === page.account.providerId).map(({ id }) => id)
      const posts = await listAll(page)
      expect(posts.map(({ providerId }) => providerId)).to.have.members(own)
      for (const kind of ['image', 'carousel', 'video'])
        expect(posts.some(({ mediaType }) => mediaType === kind)).to.equal(true)
      expect(posts.every(({ metrics }) => metrics.likes !== null && metrics.comments !== null)).to.equal(true)
      const reel = posts.find(({ text }) => text === 'a reel')
      for (const post of [posts.at(-1), reel]) await facebookDeletePost.delete(page, post?.providerId ?? '')
      expect(await listAll(page)).to.have.length(posts.length - 2)
      expect(await failureOf(facebookDeletePost.delete(page, reel?.providerId ?? ''))).to.include({
        code: 'post_not_found',
      })
    })

    it('lists a Page whose posts are too much data at once', async () => {
      const page = acting(await connected())
      const before = await listAll(page)
      await ask('/person/app', { network: 'facebook', maxPage: 25 })
      expect(await listAll(page)).to.deep.equal(before)
      await ask('/person/app', { network: 'facebook', maxPage: null })
    })

    it('never deletes a post of another Page', async () => {
      const nora = acting(await connected())
      const jun = acting(await connected('jun.sato'))
      const [post] = await listAll(nora)
      expect(await failureOf(facebookDeletePost.delete(jun, post?.providerId ?? ''))).to.include({
        code: 'post_not_found',
        status: 404,
      })
      expect(await held(post?.providerId)).to.not.equal(undefined)
    })
  })

  // Last, since the clock only goes forward.
  describe('ending', () => {
    it('tells when the grant is gone, and that a rejected token may be read again', async () => {
      const identity = await connected()
      await fault('posts.list', 'revoke-token')
      const error = await failureOf(facebookPosts.list(acting(identity), 'posts:'))
      expect(error).to.include({ code: 'connection_expired', tokenRejected: true })
      expect(await failureOf(facebookConnect.refresh(call, parseCredentials(identity.credentials)))).to.include({
        code: 'connection_expired',
      })
    })

    it('ends connections whose data access is over', async () => {
      const { credentials } = await connected()
      await ask('/clock', { advanceMs: 91 * 86_400_000 })
      const later = { ...call, now: () => new Date(Date.now() + 91 * 86_400_000) }
      expect(await failureOf(facebookConnect.refresh(later, parseCredentials(credentials)))).to.include({
        code: 'connection_expired',
      })
    })
  })
})
