import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockOrganization, replaceCredential, transaction, upsertAccount } from '@carillon/database'
import type { Scope } from '@carillon/domain'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import { createOrganization } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeConnect } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { noteRows } from '../note-rows.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'

const kib16 = 16 * 1024
/**
 * Metadata of exactly this many bytes as compact JSON in UTF-8, made of characters of four bytes each and filled up.
 */
function metadataOf(bytes: number): Record<string, unknown> {
  const frame = '{"k":""}'.length
  const signs = Math.floor((bytes - frame) / 4)
  return { k: '𝄞'.repeat(signs) + 'x'.repeat(bytes - frame - 4 * signs) }
}

describe('profiles', () => {
  let harness: Harness
  let network: FakeConnect
  let scope: Scope
  let defaultId: string
  let clockMs = 0

  before(async () => {
    network = new FakeConnect()
    harness = await startHarness({
      registry: withPorts({ bluesky: { connect: network.port } }),
      now: () => new Date(Date.now() + clockMs++),
    })
  })
  after(() => harness.close())
  beforeEach(async () => {
    const { organizationId, defaultProfileId } = await createOrganization(harness.context, { name: 'Fresh' })
    scope = { organizationId, profileId: null }
    defaultId = defaultProfileId
  })

  const create = (body: object, within = scope) => ask(harness.context, 'profiles.create', { scope: within, body })
  const replace = (profileId: string, body: object) =>
    ask(harness.context, 'profiles.replace', { scope, params: { profileId }, body })
  const remove = (profileId: string) => ask(harness.context, 'profiles.delete', { scope, params: { profileId } })
  const list = async (within = scope) => bodyOf(await ask(harness.context, 'profiles.list', { scope: within })).profiles
  const read = (profileId: string, within = scope) =>
    ask(harness.context, 'profiles.get', { scope: within, params: { profileId } })

  it('have the fields of their shape and come back as they were made', async () => {
    const metadata = { tier: 'gold', nested: { list: [1, 'two', null, true] }, __proto: 1, ключ: '値' }
    const response = await create({ name: 'Bakery', externalId: 'b-1', metadata })
    expect(response.status).to.equal(201)
    const profile = bodyOf(response)
    expect(profile).to.deep.equal({
      id: profile.id,
      name: 'Bakery',
      externalId: 'b-1',
      metadata,
      isDefault: false,
      createdAt: profile.createdAt,
      updatedAt: profile.createdAt,
    })
    expect(profile.createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(bodyOf(await read(profile.id))).to.deep.equal(profile)
    expect(JSON.stringify(profile.metadata)).to.equal(JSON.stringify(metadata))
  })

  for (const name of [
    '🥐'.repeat(200),
    'Ærøskøbing',
    'مخبز',
    '面包店',
    'e\u0301',
    "Robert'); drop table profile;--",
    ' ',
    '\\',
    '%_',
  ]) {
    it(`are named "${name.slice(0, 30)}"`, async () => {
      const { id } = bodyOf(await create({ name, externalId: name }))
      expect(bodyOf(await read(id))).to.include({ name, externalId: name })
    })
  }

  it('have names that are distinguished code point by code point', async () => {
    await create({ name: 'Bakery' })
    await create({ name: 'bakery' })
    await create({ name: 'Bakery ' })
    await create({ name: '\u00e9' })
    await create({ name: 'e\u0301' })
    expect(await list()).to.have.length(6)
  })

  it('reject a name or external id that is taken, and say by whom', async () => {
    const { id } = bodyOf(await create({ name: 'Bakery', externalId: 'b-1' }))
    const byName = await rejection(create({ name: 'Bakery' }))
    expect([byName.code, byName.status, byName.details]).to.deep.equal([
      'profile_name_conflict',
      409,
      { existingProfileId: id },
    ])
    const byExternalId = await rejection(create({ name: 'Another', externalId: 'b-1' }))
    expect([byExternalId.code, byExternalId.status, byExternalId.details]).to.deep.equal([
      'profile_external_id_conflict',
      409,
      { existingProfileId: id },
    ])
    expect((await rejection(replace(defaultId, { name: 'Bakery' }))).details).to.deep.equal({ existingProfileId: id })
    expect((await rejection(replace(defaultId, { name: 'D', externalId: 'b-1' }))).details).to.deep.equal({
      existingProfileId: id,
    })
    expect(await list()).to.have.length(2)
  })

  it('may share names with those of other organizations, and have no external id together', async () => {
    const other = await createOrganization(harness.context, { name: 'Other' })
    await create({ name: 'Bakery', externalId: 'b-1' }, { organizationId: other.organizationId, profileId: null })
    expect((await create({ name: 'Bakery', externalId: 'b-1' })).status).to.equal(201)
    expect((await create({ name: 'C' })).status).to.equal(201)
    expect((await create({ name: 'D', externalId: null })).status).to.equal(201)
  })

  it('of one name are made once by ten that ask at the same time', async () => {
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => create({ name: 'Bakery' })))
    expect(made.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    const [, bakery] = await list()
    const rejections = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(rejections.map(({ code, details }) => [code, details])).to.deep.equal(
      Array(9).fill(['profile_name_conflict', { existingProfileId: bakery.id }]),
    )
  })

  it('are replaced whole', async () => {
    const { id, createdAt } = bodyOf(await create({ name: 'A', externalId: 'a', metadata: { a: 1 } }))
    clockMs += 1_000
    const replaced = bodyOf(await replace(id, { name: 'A' }))
    expect(replaced).to.deep.include({ id, name: 'A', externalId: null, metadata: null, createdAt })
    expect(Date.parse(replaced.updatedAt)).to.be.greaterThan(Date.parse(createdAt))
    const absent = await rejection(replace(randomUUIDv7(), { name: 'B' }))
    expect(absent.code).to.equal('profile_not_found')
  })

  it('hold 16 KiB of metadata in UTF-8 bytes and not one more', async () => {
    const full = metadataOf(kib16)
    expect(Buffer.byteLength(JSON.stringify(full))).to.equal(kib16)
    const { id } = bodyOf(await create({ name: 'Full', metadata: full }))
    expect(bodyOf(await read(id)).metadata).to.deep.equal(full)
    for (const asking of [
      create({ name: 'More', metadata: metadataOf(kib16 + 1) }),
      replace(id, { name: 'More', metadata: metadataOf(kib16 + 1) }),
    ]) {
      const error = await rejection(asking)
      expect([error.code, error.status]).to.deep.equal(['invalid_profile', 400])
      expect(error.details).to.have.nested.property('[0].path[0]', 'metadata')
    }
    expect(bodyOf(await read(id)).name).to.equal('Full')
  })

  describe('the default one', () => {
    it('comes first and is the oldest', async () => {
      const ids = [defaultId]
      for (const name of ['C', 'A', 'B']) ids.push(bodyOf(await create({ name })).id)
      const profiles = await list()
      expect(profiles.map(({ id }: { id: string }) => id)).to.deep.equal(ids)
      expect(profiles.map(({ isDefault }: { isDefault: boolean }) => isDefault)).to.deep.equal([
        true,
        false,
        false,
        false,
      ])
    })

    it('is the oldest that remains when it was deleted', async () => {
      const second = bodyOf(await create({ name: 'Second' })).id
      const third = bodyOf(await create({ name: 'Third' })).id
      expect(await remove(defaultId)).to.deep.equal({ status: 200, body: { id: defaultId, deleted: true } })
      expect(bodyOf(await read(second)).isDefault).to.equal(true)
      await replace(second, { name: 'Renamed' })
      expect((await list()).map(({ isDefault }: { isDefault: boolean }) => isDefault)).to.deep.equal([true, false])
      await remove(third)
      expect(bodyOf(await read(second)).isDefault).to.equal(true)
      await remove(second)
      expect(await list()).to.deep.equal([])
      expect(bodyOf(await create({ name: 'Again' })).isDefault).to.equal(true)
    })

    it('has a name that a key bound to another profile cannot take, and learns nothing about', async () => {
      const second = bodyOf(await create({ name: 'Bound' })).id
      const bound = { ...scope, profileId: second }
      const params = { profileId: second }
      const taking = ask(harness.context, 'profiles.replace', { scope: bound, params, body: { name: 'Default' } })
      const { code, details } = await rejection(taking)
      expect([code, details]).to.deep.equal(['profile_name_conflict', undefined])
    })

    it('is not what a key bound to another profile sees', async () => {
      const second = bodyOf(await create({ name: 'Second' })).id
      const bound = { ...scope, profileId: second }
      expect(
        (await list(bound)).map(({ id, isDefault }: { id: string; isDefault: boolean }) => [id, isDefault]),
      ).to.deep.equal([[second, false]])
      expect((await rejection(read(defaultId, bound))).code).to.equal('profile_not_found')
    })
  })

  it('are deleted once, with the grants of their accounts', async () => {
    const account = await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'of-the-deleted' } })
    const own = { organizationId: harness.organizationId, profileId: null }
    const params = { profileId: harness.profileId }
    await ask(harness.context, 'profiles.delete', { scope: own, params })
    expect(network.revoked).to.deep.equal([])
    await runJobs(harness.context, 'grant.revoke')
    expect(network.revoked).to.deep.equal(['of-the-deleted'])
    const { rows } = await harness.context.pool.query(
      'select (select count(*) from account where id = $1)::int + (select count(*) from credential where account_id = $1)::int as left',
      [account.id],
    )
    expect(rows[0].left).to.equal(0)
    const again = await rejection(ask(harness.context, 'profiles.delete', { scope: own, params }))
    expect(again.code).to.equal('profile_not_found')
  })

  it('are deleted with one account after the other, as each can have any number of comments and messages', async () => {
    const { context } = harness
    for (let count = 0; count < 3; count++) {
      const owner = { organizationId: scope.organizationId, profileId: defaultId }
      await upsertAccount(context.db, accountRow({ ...owner, platform: 'bluesky', now: context.now() }))
    }
    const deletions = await noteRows(context.pool, 'account', 'delete')
    await remove(defaultId)
    expect(await deletions()).to.deep.equal([1, 1, 1])
  })

  it('are deleted with the grant of an account that is connected meanwhile', async () => {
    const { context } = harness
    const [{ organizationId }, profileId] = [scope, defaultId]
    let deleting: Promise<unknown> | undefined
    await transaction(context.db, async (tx) => {
      await lockOrganization(tx, organizationId)
      const row = accountRow({ organizationId, profileId, platform: 'bluesky', now: context.now() })
      const accountId = await upsertAccount(tx, row)
      const ciphertext = encryptCredentials(context.encryption, accountId, { accessToken: 'of-the-last' })
      await replaceCredential(tx, { accountId, ciphertext, expiresAt: null, refreshedAt: context.now() })
      deleting = remove(profileId)
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await context.pool.query(blocked)).rowCount === 0) await sleep(5)
    })
    await deleting
    await runJobs(context, 'grant.revoke')
    expect(network.revoked).to.include('of-the-last')
    const { rows } = await context.pool.query(
      `select type from event_outbox where profile_id = $1 union all select type from event where profile_id = $1`,
      [profileId],
    )
    expect(rows).to.deep.include({ type: 'account.disconnected' })
  })
})
