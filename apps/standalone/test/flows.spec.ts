import { type PublishPlatform, platformsWith } from '@carillon/domain'
import { expect } from 'chai'
import { facebookFlow } from './flows/facebook.ts'
import type { Flow, Held, Samples } from './flows/flow.ts'
import { instagramByFacebookFlow, instagramFlow } from './flows/instagram.ts'
import { tiktokFlow } from './flows/tiktok.ts'
import { xFlow } from './flows/x.ts'
import { youtubeFlow } from './flows/youtube.ts'
import { startWhole, type Whole } from './whole.ts'

const flows: Record<PublishPlatform, readonly Flow[]> = {
  instagram: [instagramFlow, instagramByFacebookFlow],
  tiktok: [tiktokFlow],
  facebook: [facebookFlow],
  youtube: [youtubeFlow],
  x: [xFlow],
  // bluesky.spec.ts has the flows of the reference server.
  bluesky: [],
}

describe('from connecting to deleting', function () {
  this.timeout(600_000)
  let whole: Whole
  let samples: Samples

  before(async () => {
    whole = await startWhole({ networks: platformsWith('posts.publish').filter((each) => flows[each].length > 0) })
    const url = (name: string) => `${whole.sandbox.url}/samples/${name}`
    const load = async (name: string) => {
      const response = await fetch(url(name))
      const bytes = Buffer.from(await response.arrayBuffer())
      return { type: String(response.headers.get('content-type')), base64: bytes.toString('base64') }
    }
    samples = {
      url,
      snake: async (name) => load(name).then(({ type, base64 }) => ({ content_type: type, base64 })),
      camel: async (name) => load(name).then(({ type, base64 }) => ({ contentType: type, base64 })),
    }
  })
  after(() => whole.close())

  async function held(platform: string): Promise<Held[]> {
    return (await whole.sandboxCall('GET', `/state/${platform}`)).body.posts
  }

  for (const { platform, connect, app, kinds, listed, deletes } of Object.values(flows).flat()) {
    describe(platform, () => {
      let accountId: string
      let firstId: string

      it('connects', async () => {
        if (app) await whole.sandboxCall('POST', '/person/app', { network: platform, ...app })
        accountId = await whole.connect(platform, connect)
        const { body } = await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`)
        expect(body).to.include({ platform, status: 'connected' })
      })

      for (const kind of kinds) {
        it(`publishes ${kind.title}, as the network then holds it`, async () => {
          const response = await whole.call('POST', '/posts', { platform, accountId, ...(await kind.body(samples)) })
          expect(response.status, JSON.stringify(response.body)).to.equal(kind.status)
          const ended = await whole.ended(response.body.publishId)
          expect(ended.status, JSON.stringify(ended.error)).to.equal('published')
          const all = await held(platform)
          const found = all.filter(kind.is)
          expect(found).to.have.length(1)
          kind.check(found[0], all)
          if (!kind.withoutIds) {
            expect(ended.postIds[0]).to.equal(found[0].id)
            firstId ??= ended.postIds[0]
          }
        })
      }

      it('lists what it published, newest first', async () => {
        const { status, body } = await whole.call('GET', `/posts?platform=${platform}&accountId=${accountId}`)
        expect(status, JSON.stringify(body)).to.equal(200)
        expect(body.posts.filter(listed)).to.have.length(1)
        const times = body.posts.map((post: { publishedAt: string }) => post.publishedAt)
        expect(times).to.deep.equal([...times].sort().reverse())
      })

      if (deletes) {
        it('deletes a post, once', async () => {
          const path = `/posts/${encodeURIComponent(firstId)}?platform=${platform}&accountId=${accountId}`
          expect((await whole.call('DELETE', path)).status).to.equal(204)
          expect((await held(platform)).filter(({ id }) => id === firstId)).to.have.length(0)
          expect((await whole.call('DELETE', path)).body.error.code).to.equal('post_not_found')
        })
      } else {
        it('says that it cannot delete', async () => {
          const path = `/posts/1?platform=${platform}&accountId=${accountId}`
          const { status, body } = await whole.call('DELETE', path)
          expect([status, body.error.code]).to.deep.equal([422, 'not_supported'])
        })
      }

      it('refreshes and disconnects', async () => {
        const refreshed = await whole.call('POST', `/profiles/${whole.profileId}/accounts/refresh`)
        expect(refreshed.status, JSON.stringify(refreshed.body)).to.equal(200)
        const path = `/profiles/${whole.profileId}/accounts/${accountId}`
        const { status, body } = await whole.call('DELETE', path)
        expect([status, body]).to.deep.equal([200, { accountId, deleted: true }])
        expect((await whole.call('GET', path)).body.error.code).to.equal('account_not_found')
      })
    })
  }
})
