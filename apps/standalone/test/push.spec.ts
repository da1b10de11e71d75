import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

// What the sandbox holds is looked into field by field.
// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
type Held = any

const flows = [
  { title: 'facebook', platform: 'facebook', as: 'Lindqvist Bakery', body: {}, changes: true, reads: [] },
  // The event may name an image of an album: the comment is read to find its post.
  {
    title: 'instagram',
    platform: 'instagram',
    as: 'lindqvist.bakery',
    body: {},
    changes: false,
    reads: ['comments.get'],
  },
  {
    title: 'instagram by the Facebook login',
    platform: 'instagram',
    as: 'lindqvist.bakery',
    body: { authMethod: 'facebook_login' },
    changes: false,
    reads: ['comments.get'],
  },
]

describe('what networks push', function () {
  this.timeout(300_000)

  for (const { title, platform, as, body, changes, reads } of flows) {
    describe(title, () => {
      let whole: Whole
      let accountId: string
      let postId: string

      const act = async (what: string, fields: object) =>
        (await whole.sandboxCall('POST', `/person/${what}`, { network: platform, ...fields })).body
      const configure = async (fields: object) => {
        const { status, body: settings } = await whole.sandboxCall('POST', '/app', { network: platform, ...fields })
        expect(status, JSON.stringify(settings)).to.equal(200)
      }
      const app = async () => (await whole.sandboxCall('GET', `/state/${platform}`)).body.app
      const list = async () =>
        (await whole.call('GET', `/comments?platform=${platform}&accountId=${accountId}&postId=${postId}`)).body
          .comments
      /** Reads the copy until a condition holds. */
      async function until(found: (comments: Held[]) => boolean): Promise<Held[]> {
        for (;;) {
          const comments = await list()
          if (found(comments)) return comments
          await sleep(50)
        }
      }
      /** Calls to the networks, by both of which an account can be reached. */
      async function callsSince(since: string): Promise<string[]> {
        const journals = await Promise.all(
          ['facebook', 'instagram'].map((name) => whole.sandboxCall('GET', `/journal?network=${name}&since=${since}`)),
        )
        return journals.flatMap(({ body: calls }) => calls.map(({ operation }: Held) => operation))
      }
      const now = async () => (await whole.sandboxCall('GET', '/clock')).body.now
      /** Messages as they are stored, without reading them from the network. */
      const stored = async () =>
        (
          await whole.context.pool.query(
            'select direction, sender, recipient, body, status from message where account_id = $1 order by occurred_at',
            [accountId],
          )
        ).rows
      async function untilStored(found: (messages: Held[]) => boolean): Promise<Held[]> {
        for (;;) {
          const messages = await stored()
          if (found(messages)) return messages
          await sleep(50)
        }
      }

      before(async () => {
        whole = await startWhole({
          networks: ['facebook', 'instagram'],
          env: { COMMENTS_STALE_AFTER_SECONDS: '86400' },
        })
        await configure({ webhookUrl: `${whole.gatewayUrl}/webhooks/${platform}` })
        accountId = await whole.connect(platform, { body })
        postId = (await act('post', { as, text: 'Bread' })).id
      })
      after(() => whole.close())

      it('is subscribed with the connection', async () => {
        expect((await app()).subscribed).to.have.length(1)
      })

      it('puts a comment into the copy within seconds, without any call to the network', async () => {
        expect(await list()).to.deep.equal([])
        const since = await now()
        const { ids } = await act('comment', { on: postId, text: 'Is there rye?', as: 'robin.example' })
        const [comment] = await until((comments) => comments.length > 0)
        expect(comment).to.include({ id: ids[0], mediaId: postId, body: 'Is there rye?', isCreator: false })
        expect(await callsSince(since)).to.deep.equal([])
      })

      it('stores comments of a post that was never read, and messages of both sides', async () => {
        const since = await now()
        const { id: on } = await act('post', { as, text: 'Never read' })
        const { ids } = await act('comment', { on, text: 'First' })
        const { sender } = await act('message', { to: as, as: 'Kim', text: 'Hello', ageHours: 3 })
        await untilStored((messages) => messages.length === 1)
        const wanted = 'select content from comment where account_id = $1 and id = $2'
        for (;;) {
          const { rows } = await whole.context.pool.query(wanted, [accountId, ids[0]])
          if (rows.length > 0) break
          await sleep(50)
        }
        expect(await callsSince(since)).to.deep.equal(reads)
        const [message] = await stored()
        expect(message).to.include({ direction: 'inbound', sender, body: 'Hello', status: 'received' })
      })

      it('reports what was read of the account’s own messages', async () => {
        const { sender } = await act('message', { to: as, as: 'Kim', text: 'Again' })
        await untilStored((messages) => messages.length === 2)
        const sent = await whole.call('POST', '/messages', { platform, accountId, recipient: sender, text: 'Yes' })
        expect(sent.status, JSON.stringify(sent.body)).to.equal(201)
        await act('delivery', { to: as, as: 'Kim' })
        const messages = await untilStored((all) => all.at(-1).status === 'read')
        expect(messages.map(({ direction }) => direction)).to.deep.equal(['inbound', 'inbound', 'outbound'])
      })

      if (platform === 'instagram') {
        it('names the album of a comment on one, which its event does not', async () => {
          const sample = await fetch(`${whole.sandbox.url}/samples/photo-600x600.jpg`)
          const base64 = Buffer.from(await sample.arrayBuffer()).toString('base64')
          const image = { contentType: 'image/jpeg', base64 }
          const album = { platform, accountId, caption: 'Three loaves', images: [image, image] }
          const published = await whole.call('POST', '/posts', album)
          const [on] = (await whole.ended(published.body.publishId)).postIds
          const { cursor } = (await whole.call('GET', '/events?cursor=now')).body
          const [id] = (await act('comment', { on, text: 'Which one is rye?', as: 'robin.example' })).ids
          const { events } = (await whole.call('GET', `/events?cursor=${cursor}&types=comment.*&wait=30`)).body
          expect(events.map(({ type, data }: Held) => [type, data.id, data.mediaId])).to.deep.equal([
            ['comment.created', id, on],
          ])
        })
      }

      if (changes) {
        it('follows edits, hiding and deletions', async () => {
          const [id] = (await act('comment', { on: postId, text: 'before' })).ids
          const of = (comments: Held[]) => comments.find((comment) => comment.id === id)
          await until((comments) => of(comments) !== undefined)
          await act('comment-edit', { id, text: 'after' })
          await until((comments) => of(comments)?.body === 'after')
          await act('comment-hide', { id, hidden: true })
          await until((comments) => of(comments)?.isHidden === true)
          await act('comment-delete', { id })
          await until((comments) => of(comments) === undefined)
        })
      }

      it('is the same when updates are batched, repeated and out of order', async () => {
        await configure({ shuffle: true, duplicate: true, batchMs: 200 })
        const { ids } = await act('comment', { on: postId, count: 30, replies: 1 })
        const before = await until((comments) => comments.filter(({ body: text }) => /^Reply/.test(text)).length === 30)
        expect(new Set(before.map(({ id }) => id)).size).to.equal(before.length)
        expect(before.map(({ id }) => id)).to.include.members(ids)
      })

      it('finds by reading what was not pushed', async () => {
        await configure({ push: false })
        const [id] = (await act('comment', { on: postId, text: 'missed' })).ids
        await whole.context.pool.query(
          `update comment_post set synced_at = now() - interval '2 days', requested_at = null`,
        )
        await until((comments) => comments.some((comment) => comment.id === id))
      })

      it('is unsubscribed with the account', async () => {
        await whole.call('DELETE', `/profiles/${whole.profileId}/accounts/${accountId}`)
        while ((await app()).subscribed.length > 0) await sleep(50)
      })
    })
  }
})
