import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { insertExternalWrite, readCredential } from '@carillon/database'
import { expect } from 'chai'
import { decryptCredentials, encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import { spool } from '../../src/credentials/token-spool.ts'
import { type Context, completeConnection, openPublicMedia, rotateKeys } from '../../src/index.ts'
import { replayTokens } from '../../src/jobs/worker-life.ts'
import type { Run } from '../../src/journal/write-kind.ts'
import { mediaSources } from '../../src/publishing/run/media-source.ts'
import { decryptSecret } from '../../src/webhook-endpoints/endpoint-secrets.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeConnect } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'

describe('after a rotation of keys', () => {
  let harness: Harness
  const network = new FakeConnect()
  /** Processes that were restarted with the new key first, and later without the old one. */
  let both: Context
  let withoutOld: Context
  before(async () => {
    harness = await startHarness({ registry: withPorts({ youtube: { connect: network.port } }) })
    const next = { id: 2, key: randomBytes(32) }
    const { encryptionKeys } = harness.context.config
    both = await harness.another(harness.overrides, { encryptionKeys: [next, ...encryptionKeys] })
    withoutOld = await harness.another(harness.overrides, { encryptionKeys: [next] })
  })
  after(() => harness.close())

  it('counts what was encrypted again, and not a row that changes meanwhile', async () => {
    const { context } = harness
    await harness.connect({ platform: 'x' })
    await harness.connect({ platform: 'x', credentials: { changes: true } })
    const { rows } = await context.pool.query('select account_id as id from credential order by account_id')
    // The update of a row that changes meanwhile finds no row.
    await context.pool.query(
      `create function skip() returns trigger language plpgsql as 'begin return null; end';
       create trigger skip before update on credential for each row
         when (old.account_id = '${rows[1].id}') execute function skip()`,
    )
    expect(await rotateKeys(both)).to.deep.equal({ encrypted: 1, keyId: 2 })
    await context.pool.query('drop trigger skip on credential')
    expect(await rotateKeys(both)).to.deep.equal({ encrypted: 1, keyId: 2 })
    expect(await rotateKeys(both)).to.deep.equal({ encrypted: 0, keyId: 2 })
    await context.pool.query('delete from account')
  })

  it('encrypts tokens again that the database could not store before', async () => {
    const { context } = harness
    const { id } = await harness.connect({ platform: 'x' })
    const stored = await readCredential(context.db, id)
    await spool(context.tokenSpool, {
      ...{ accountId: id, generation: stored?.generation ?? 0, previousAt: stored?.refreshedAt ?? null },
      ciphertext: encryptCredentials(context.encryption, id, { token: 'refreshed' }),
      ...{ expiresAt: null, refreshedAt: new Date() },
    })
    await rotateKeys(both)
    await replayTokens(both)
    const row = await readCredential(context.db, id)
    expect(row && decryptCredentials(withoutOld.encryption, row)).to.deep.equal({ token: 'refreshed' })
    await context.pool.query('delete from account')
  })

  it('encrypts the secret of a webhook endpoint again whose headers change meanwhile', async () => {
    const { context } = harness
    const body = { url: 'https://hooks.example.com/in', types: ['*'] }
    const { id } = bodyOf(await ask(context, 'webhookEndpoints.create', { scope: scope(), body }))
    // The first update finds no row, as if the headers had just been changed, which leaves the secret as it is.
    await context.pool.query(
      `create sequence updates;
       create function skip_first() returns trigger language plpgsql as
         'begin if nextval(''updates'') = 1 then return null; end if; return new; end';
       create trigger skip_first before update of secret on webhook_endpoint for each row execute function skip_first()`,
    )
    await rotateKeys(both)
    await context.pool.query('drop trigger skip_first on webhook_endpoint')
    const { rows } = await context.pool.query('select secret from webhook_endpoint where id = $1', [id])
    expect(decryptSecret(withoutOld.encryption, id, rows[0].secret)).to.match(/^whsec_/)
  })

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const read = (context: Context, cursor: string) => ask(context, 'events.list', { scope: scope(), query: { cursor } })

  it('a cursor of the feed is valid as long as its key is configured, and has expired afterwards', async () => {
    const { cursor } = bodyOf(await read(harness.context, 'now'))
    await rotateKeys(both)
    expect(await read(both, cursor)).to.include({ status: 200 })
    const { code, status } = await rejection(read(withoutOld, cursor))
    expect([code, status]).to.deep.equal(['event_cursor_expired', 410])
    // Too short to be a ciphertext, or of a version that does not exist.
    const bytes = Buffer.from(cursor, 'base64url')
    for (const other of [bytes.subarray(0, 20), Buffer.concat([Buffer.of(9), bytes.subarray(1)])]) {
      expect((await rejection(read(withoutOld, other.toString('base64url')))).code).to.equal('invalid_request')
    }
  })

  it('a connection that was started before is completed, and fails without the old key', async () => {
    const outcomes = []
    for (const context of [both, withoutOld]) {
      const params = { profileId: harness.profileId }
      await ask(harness.context, 'connections.start', { scope: scope(), params, body: { platform: 'youtube' } })
      await rotateKeys(both)
      const parameters = { state: network.state, code: 'the-code' }
      const { signal } = new AbortController()
      const input = { platform: 'youtube' as const, parameters, requestId: 'callback', signal }
      const { status, error } = await completeConnection(context, input)
      outcomes.push([status, error?.code])
    }
    expect(outcomes).to.deep.equal([
      ['completed', undefined],
      ['failed', 'provider_error'],
    ])
  })

  it('a revocation that was queued before is made, and waits without the old key', async () => {
    const { id } = await harness.connect({ platform: 'youtube', credentials: { accessToken: 'granted' } })
    const params = { profileId: harness.profileId, accountId: id }
    await ask(harness.context, 'accounts.disconnect', { scope: scope(), params })
    await rotateKeys(both)
    expect([await runJobs(withoutOld, 'grant.revoke'), network.revoked]).to.deep.equal([0, []])
    expect([await runJobs(both, 'grant.revoke'), network.revoked]).to.deep.equal([1, ['granted']])
  })

  it('the URL of a file is the same for a repeated step, and open without the old key', async () => {
    const { db, pool } = harness.context
    const [writeId, mediaId, now] = [randomUUIDv7(), randomUUIDv7(), new Date()]
    const row = await insertExternalWrite(db, {
      ...{ id: writeId, kind: 'publish', platform: 'instagram', requestId: 'r', payload: '{}', state: '{}' },
      ...{ organizationId: harness.organizationId, profileId: harness.profileId, accountId: randomUUIDv7() },
      ...{ wakeAt: now, createdAt: now },
    })
    await pool.query(
      `insert into media_file (id, organization_id, write_id, content_type, bytes, sha256, created_at)
       values ($1, $2, $3, 'image/png', 1, 'x', $4)`,
      [mediaId, harness.organizationId, writeId, now],
    )
    const linkOf = async (context: Context) => (await mediaSources({ context, row } as Run)({ mediaId })).link()
    const { url } = await linkOf(harness.context)
    await rotateKeys(both)
    expect(await linkOf(both)).to.deep.equal({ url })
    const failure = await linkOf(withoutOld).catch((error: unknown) => error)
    expect(failure).to.have.property('message', 'No encryption key with id 1 is configured.')
    expect(await openPublicMedia(withoutOld, url.split('/').at(-1) ?? '')).to.include({ contentType: 'image/png' })
  })
})
