import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, insertExternalWrite, insertProfile } from '@carillon/database'
import type { PublishPlatform, PublishStatus } from '@carillon/domain'
import { expect } from 'chai'
import { createOrganization } from '../../src/index.ts'
import { writeStatusOf } from '../../src/publishes/publish-view.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

interface Stored {
  account?: AccountRow
  organizationId?: string
  profileId?: string
  platform?: PublishPlatform
  status?: PublishStatus
  requestId?: string
}

describe('the list of publishes', () => {
  let harness: Harness
  let account: AccountRow
  let stored = 0
  beforeEach(async () => {
    harness = await startHarness()
    account = await harness.connect({ platform: 'bluesky' })
  })
  afterEach(() => harness.close())

  async function store(options: Stored = {}): Promise<string> {
    const { db } = harness.context
    // Ids of one millisecond are in no order; each of these has its own.
    const id = `0199d1b2-${(++stored).toString(16).padStart(4, '0')}${randomUUIDv7().slice(13)}`
    const of = options.account ?? account
    const now = new Date('2026-11-20T12:00:00Z')
    await insertExternalWrite(db, {
      id,
      kind: 'publish',
      organization_id: options.organizationId ?? harness.organizationId,
      profile_id: options.profileId ?? of.profile_id,
      account_id: of.id,
      platform: options.platform ?? 'bluesky',
      request_id: options.requestId ?? 'some-request',
      created_at: now,
      wake_at: now,
      payload: '{}',
      state: '{}',
    })
    if (options.status) {
      await db
        .updateTable('external_write')
        .set({ status: writeStatusOf(options.status) })
        .where('id', '=', id)
        .execute()
    }
    return id
  }

  const scope = (profileId: string | null = null) => ({ organizationId: harness.organizationId, profileId })
  const list = async (query: Record<string, string> = {}, profileId: string | null = null) =>
    bodyOf(await ask(harness.context, 'publishes.list', { scope: scope(profileId), query }))
  const idsIn = ({ publishes }: { publishes: { publishId: string }[] }) => publishes.map(({ publishId }) => publishId)

  it('comes newest first, fifty at a time, each one once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 101; n++) ids.push(await store())
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: { publishes: { publishId: string }[]; nextCursor: string | null } = await list(
        cursor ? { cursor } : {},
      )
      pages.push(idsIn(page))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(pages.map(({ length }) => length)).to.deep.equal([50, 50, 1])
    expect(pages.flat()).to.deep.equal(ids.toReversed())
  })

  it('ends with the page that is just full', async () => {
    for (let n = 0; n < 50; n++) await store()
    const page = await list()
    expect([page.publishes.length, page.nextCursor]).to.deep.equal([50, null])
  })

  it('is narrowed by status, platform and request, all of them at once', async () => {
    const wanted = await store({ status: 'failed', requestId: 'lost', platform: 'x' })
    await store({ status: 'failed', requestId: 'lost' })
    await store({ status: 'failed', platform: 'x' })
    const other = await store({ requestId: 'lost', platform: 'x' })
    expect(idsIn(await list({ requestId: 'lost', platform: 'x' }))).to.deep.equal([other, wanted])
    expect(idsIn(await list({ requestId: 'lost', platform: 'x', status: 'failed' }))).to.deep.equal([wanted])
    expect(await list({ requestId: 'never' })).to.deep.equal({ publishes: [], nextCursor: null })
  })

  it('is narrowed by the account and the profile that were named', async () => {
    const second = await harness.connect({ platform: 'bluesky' })
    const [first, ours] = [await store(), await store({ account: second })]
    const listOf = async (named: { profileId: string; accountId?: string }) =>
      idsIn(bodyOf(await ask(harness.context, 'publishes.list', { scope: scope(), named })))
    expect(await listOf({ profileId: harness.profileId, accountId: second.id })).to.deep.equal([ours])
    expect(await listOf({ profileId: harness.profileId })).to.deep.equal([ours, first])
  })

  it('holds nothing of other organizations, nor of other profiles for a key bound to one', async () => {
    const own = await store()
    const other = await createOrganization(harness.context, { name: 'Other' })
    await store({ organizationId: other.organizationId, profileId: other.defaultProfileId })
    const { id: second } = await insertProfile(harness.context.db, {
      id: randomUUIDv7(),
      organization_id: harness.organizationId,
      name: 'Second',
      external_id: null,
      metadata: null,
      created_at: new Date('2026-11-20T12:00:00Z'),
    })
    const elsewhere = await store({ profileId: second })
    expect(idsIn(await list())).to.deep.equal([elsewhere, own])
    expect(idsIn(await list({}, second))).to.deep.equal([elsewhere])
    const status = ask(harness.context, 'publishes.get', { scope: scope(second), params: { publishId: own } })
    expect((await rejection(status)).code).to.equal('post_not_found')
  })

  it('takes no cursor that it did not give', async () => {
    for (const cursor of ['abc', '!!', Buffer.from('not an id').toString('base64url')]) {
      const { code, status, details } = await rejection(list({ cursor }))
      expect([code, status], cursor).to.deep.equal(['invalid_request', 400])
      expect(details).to.deep.equal([{ path: ['cursor'], message: 'a nextCursor of this list is expected' }])
    }
  })
})
