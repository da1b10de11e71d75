import { randomUUIDv7 } from 'node:crypto'
import { insertExternalWrite, listAttempts, readExternalWrite, type WriteStatus } from '@carillon/database'
import { expect } from 'chai'
import { createOrganization } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('deciding a publish', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  async function store(status: WriteStatus, kind = 'publish'): Promise<string> {
    const account = await harness.connect({ platform: 'bluesky' })
    const [id, now] = [randomUUIDv7(), harness.context.now()]
    await insertExternalWrite(harness.context.db, {
      id,
      kind,
      organizationId: harness.organizationId,
      profileId: account.profileId,
      accountId: account.id,
      platform: 'bluesky',
      requestId: 'request-7',
      createdAt: now,
      wakeAt: null,
      payload: JSON.stringify({ text: 'Hello' }),
      state: '{}',
    })
    await harness.context.db.kysely
      .updateTable('externalWrite')
      .set({ status, attempt: 1 })
      .where('id', '=', id)
      .execute()
    await harness.context.pool.query(
      `insert into external_write_attempt (write_id, number, step, started_at, request_id) values ($1, 1, 'post', $2, 'r')`,
      [id, now],
    )
    return id
  }

  const own = () => ({ organizationId: harness.organizationId, profileId: null })
  const resolve = (
    publishId: string,
    body: object,
    scope: { organizationId: string; profileId: string | null } = own(),
  ) => ask(harness.context, 'publishes.resolve', { scope, params: { publishId }, body })

  it('200: as published, with the id of the post', async () => {
    const id = await store('unknown')
    const { status, ...response } = await resolve(id, { outcome: 'published', postId: 'at://post' })
    expect(status).to.equal(200)
    expect(bodyOf({ status, ...response })).to.deep.include({
      publishId: id,
      requestId: 'request-7',
      status: 'published',
      postIds: ['at://post'],
      error: null,
    })
    expect((await listAttempts(harness.context.db, id)).map(({ outcome }) => outcome)).to.deep.equal(['reconciled'])
  })

  it('200: as published, with the posts of the thread that are known besides', async () => {
    for (const [postId, all] of [
      ['p3', ['p1', 'p2', 'p3']],
      ['p1', ['p1', 'p2']],
    ] as const) {
      const id = await store('unknown')
      await harness.context.pool.query('update external_write set provider_ids = $2 where id = $1', [id, ['p1', 'p2']])
      expect(bodyOf(await resolve(id, { outcome: 'published', postId })).postIds).to.deep.equal(all)
      const row = await readExternalWrite(harness.context.db, id)
      expect(row?.result).to.deep.equal({ postIds: all, permalink: null })
    }
  })

  it('200: as failed, so that it can be sent again', async () => {
    const id = await store('unknown')
    const { publish } = { publish: bodyOf(await resolve(id, { outcome: 'failed' })) }
    expect(publish).to.deep.include({ status: 'failed', postIds: [] })
    expect(publish.error).to.deep.include({ code: 'provider_error' })
    expect(publish.error.message).to.contain('The owner of the account found that the post was not published.')
  })

  it('400: an id is needed for what was published, and only for that', async () => {
    const id = await store('unknown')
    for (const body of [{ outcome: 'published' }, { outcome: 'failed', postId: '1' }]) {
      const { code, details } = await rejection(resolve(id, body))
      expect(code).to.equal('invalid_request')
      expect(details).to.have.nested.property('[0].path').that.deep.equals(['postId'])
    }
    expect((await readExternalWrite(harness.context.db, id))?.status).to.equal('unknown')
  })

  it('404: it is of another owner, or no publish', async () => {
    const id = await store('unknown')
    const deletion = await store('unknown', 'post.delete')
    const other = await createOrganization(harness.context, { name: 'Other' })
    const foreign = { organizationId: other.organizationId, profileId: null }
    const bound = { organizationId: harness.organizationId, profileId: other.defaultProfileId }
    for (const asked of [
      resolve(id, { outcome: 'failed' }, foreign),
      resolve(id, { outcome: 'failed' }, bound),
      resolve(deletion, { outcome: 'failed' }),
      resolve(randomUUIDv7(), { outcome: 'failed' }),
    ]) {
      expect((await rejection(asked)).code).to.equal('post_not_found')
    }
    expect((await readExternalWrite(harness.context.db, id))?.status).to.equal('unknown')
  })

  for (const status of ['processing', 'accepted', 'succeeded', 'failed'] as const) {
    it(`409: it is ${status}`, async () => {
      const id = await store(status)
      const before = await readExternalWrite(harness.context.db, id)
      const error = await rejection(resolve(id, { outcome: 'published', postId: '1' }))
      expect([error.code, error.status]).to.deep.equal(['publish_not_unknown', 409])
      expect(await readExternalWrite(harness.context.db, id)).to.deep.equal(before)
    })
  }

  it('409: of two decisions at once only one counts', async () => {
    const id = await store('unknown')
    const ended = await Promise.allSettled([
      resolve(id, { outcome: 'published', postId: '1' }),
      resolve(id, { outcome: 'failed' }),
    ])
    expect(ended.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected'])
  })
})
