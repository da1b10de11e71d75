import { platformsWith, supports } from '@carillon/domain'
import { expect } from 'chai'
import type { Installation } from '../installation.ts'
import { type Ask, type Reply, rejected, startGateway, type TestGateway } from '../test-gateway.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'
const unable = platformsWith('posts.publish').filter((platform) => !supports('comments.list', platform))

describe('GET /comments/recent', () => {
  let gateway: TestGateway
  let installation: Installation
  before(async () => {
    gateway = await startGateway({ real: true })
    installation = gateway.installation
    await storeCopy(installation.accounts.facebook)
  })
  after(() => gateway.close())

  const read = (query: Record<string, string>, options?: Ask) =>
    gateway.ask('GET', `/api/v1/comments/recent?${new URLSearchParams(query)}`, options)

  /** A copy with a comment that is answered, its answer, and one that is not. */
  async function storeCopy(accountId: string): Promise<void> {
    const { pool } = installation.context
    const at = '2026-11-20T10:00:00.000Z'
    const permalink = 'https://facebook.example/post-1'
    const summary = { id: 'post-1', caption: 'Bread', thumbnailUrl: null, permalink, publishedAt: at, commentsCount: 3 }
    const { rows } = await pool.query(
      `insert into comment_post (id, account_id, post_id, rank, summary, read_at)
       values (gen_random_uuid(), $1, 'post-1', 0, $2, now()) returning id`,
      [accountId, JSON.stringify(summary)],
    )
    const author = { authorName: 'Ada', authorFullName: 'Ada', authorHandle: 'ada', avatarUrl: null, profileUrl: '' }
    const comment = { mediaId: 'post-1', ...author, body: 'Hi', likeCount: 0, isHidden: false, createdAt: at }
    await pool.query(
      `insert into comment (account_id, id, copy_id, parent_id, created_at, content, created_version, own, answered)
       select $1, id, $2, "parentId", $3::timestamptz + make_interval(secs => id::int),
         $4::jsonb || jsonb_build_object('id', id, 'parentId', "parentId", 'isCreator', own), 1, own, answered
       from jsonb_to_recordset($5) as row(id text, "parentId" text, own boolean, answered boolean)`,
      [
        accountId,
        rows[0].id,
        at,
        JSON.stringify(comment),
        JSON.stringify([
          { id: '1', parentId: null, own: false, answered: true },
          { id: '2', parentId: '1', own: true, answered: false },
          { id: '3', parentId: null, own: false, answered: false },
        ]),
      ],
    )
  }
  const idsOf = ({ body }: Reply) => (body['comments'] as { id: string }[]).map(({ id }) => id)

  describe('200', () => {
    it('lists the comments of an account and of a profile with their post', async () => {
      const reply = await read({ accountId: installation.accounts.facebook })
      expect([reply.status, reply.body['nextCursor']], reply.text).to.deep.equal([200, null])
      expect(idsOf(reply)).to.deep.equal(['3', '2', '1'])
      expect((reply.body['comments'] as object[])[0]).to.deep.include({
        postId: 'post-1',
        accountId: installation.accounts.facebook,
        platform: 'facebook',
        post: { text: 'Bread', thumbnailUrl: null, permalink: 'https://facebook.example/post-1' },
      })
      expect(idsOf(await read({ profileId: installation.profileId }))).to.deep.equal(['3', '2', '1'])
      expect(idsOf(await read({ accountId: installation.accounts.tiktok }))).to.deep.equal([])
    })

    it('lists those without an answer, in pages', async () => {
      const { profileId } = installation
      expect(idsOf(await read({ profileId, unanswered: 'true' }))).to.deep.equal(['3'])
      const first = await read({ profileId, limit: '2' })
      expect(idsOf(first)).to.deep.equal(['3', '2'])
      const next = await read({ profileId, limit: '2', cursor: String(first.body['nextCursor']) })
      expect([idsOf(next), next.body['nextCursor']]).to.deep.equal([['1'], null])
      expect(idsOf(await read({ profileId, limit: '200' })), 'as many as in other lists').to.deep.equal(['3', '2', '1'])
    })
  })

  describe('400', () => {
    it('profile_required without profile and account', async () => {
      rejected(await read({}), 400, 'profile_required')
      rejected(await read({ unanswered: 'true' }), 400, 'profile_required')
    })

    it('invalid_request for an id, a limit, a cursor or a field that is not valid', async () => {
      const { profileId } = installation
      for (const wrong of [
        { accountId: '42' },
        { limit: '0' },
        { limit: '201' },
        { limit: 'many' },
        { unanswered: 'maybe' },
        { cursor: '' },
        { cursor: 'x' },
        { colour: 'red' },
      ]) {
        rejected(await read({ profileId, ...wrong } as Record<string, string>), 400, 'invalid_request')
      }
    })
  })

  describe('401', () => {
    it('without a key', async () => {
      rejected(await read({ profileId: installation.profileId }, { authorization: null }), 401, 'unauthorized')
    })
  })

  describe('403', () => {
    it('insufficient_scope for a key without comments:read, and none for one that has it', async () => {
      const keyOf = async (scopes: string[]) =>
        String((await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Bound', scopes } })).body['apiKey'])
      const as = async (scopes: string[]) => ({ authorization: `Bearer ${await keyOf(scopes)}` })
      const { profileId } = installation
      rejected(await read({ profileId }, await as(['messages:write'])), 403, 'insufficient_scope')
      expect((await read({ profileId }, await as(['comments:read']))).status).to.equal(200)
    })
  })

  describe('404', () => {
    it('for an account or a profile of nobody, and of another organization', async () => {
      const foreign = { authorization: `Bearer ${installation.foreign.key}` }
      rejected(await read({ accountId: absent }), 404, 'account_not_found')
      rejected(await read({ accountId: installation.accounts.facebook }, foreign), 404, 'account_not_found')
      rejected(await read({ profileId: absent }), 404, 'profile_not_found')
      rejected(await read({ profileId: installation.profileId }, foreign), 404, 'profile_not_found')
    })

    it('a cursor of another organization shows nothing of it', async () => {
      const first = await read({ profileId: installation.profileId, limit: '1' })
      const { profileId, key } = installation.foreign
      const cursor = String(first.body['nextCursor'])
      const reply = await read({ profileId, cursor }, { authorization: `Bearer ${key}` })
      expect([reply.status, idsOf(reply)]).to.deep.equal([200, []])
    })
  })

  describe('422', () => {
    for (const platform of unable) {
      it(`unsupported_platform for an account of ${platform}`, async () => {
        rejected(await read({ accountId: installation.accounts[platform] }), 422, 'unsupported_platform')
      })
    }
  })
})
