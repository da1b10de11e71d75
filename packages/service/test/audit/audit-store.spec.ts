import { randomUUID } from 'node:crypto'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPartitionsAhead, readAuditChains } from '@carillon/database'
import { expect } from 'chai'
import { auditEndedConnections } from '../../src/audit/connection-ended.ts'
import { exportAudit } from '../../src/audit/export-file.ts'
import { newAuditEntry } from '../../src/audit/new-entry.ts'
import { verifyAudit, verifyAuditFile } from '../../src/audit/verify-audit.ts'
import { type Context, jobs } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'

const day = 86_400_000

describe('the audit log in the database', () => {
  let harness: Harness
  let context: Context
  let shift = 0
  before(async () => {
    harness = await startHarness({ now: () => new Date(Date.now() + shift) })
    context = harness.context
  })
  after(() => harness.close())

  const close = () => jobs['audit.close'].run(context, {}, new AbortController().signal)
  const query = (text: string, values: unknown[] = []) => context.pool.query(text, values)
  const entry = (organizationId: string, action = 'keys.create') =>
    newAuditEntry({ organizationId, at: context.now(), action, actorType: 'operator' })

  /** A new organization's chain of closed entries; their ids in its order. */
  async function chain(count: number): Promise<{ organizationId: string; ids: string[] }> {
    const organizationId = randomUUID()
    const rows = Array.from({ length: count }, () => entry(organizationId))
    for (const row of rows) await context.audit.begin(row)
    for (const row of rows) context.audit.end({ ...row, status: 201 })
    const stored = async () =>
      (await query('select id from audit_entry where organization_id = $1 order by number', [organizationId])).rows
    for (;;) {
      await close()
      const found = await stored()
      if (found.length === count) return { organizationId, ids: found.map(({ id }) => id) }
    }
  }

  it('is whole while several processes add entries and several close them', async () => {
    const organizationId = randomUUID()
    const processes = await Promise.all([harness.another(), harness.another(), harness.another()])
    const rows = Array.from({ length: 600 }, () => entry(organizationId))
    await Promise.all(rows.map((row, at) => (processes[at % 3] ?? context).audit.begin(row)))
    for (const [at, row] of rows.entries()) (processes[at % 3] ?? context).audit.end(row)
    const closing = processes.map((each) => jobs['audit.close'].run(each, {}, new AbortController().signal))
    await Promise.all([...processes.map((each) => each.audit.close()), ...closing])
    await close()
    expect(await verifyAudit(context, { organizationId })).to.deep.equal({ ok: true, entries: 600, firstBroken: null })
    expect((await query('select id from audit_open')).rows).to.deep.equal([])
  })

  it('lacks only an entry that the database rejects', async () => {
    const organizationId = randomUUID()
    const rows = [entry(organizationId), { ...entry(organizationId), userAgent: '\ud83d' }, entry(organizationId)]
    await Promise.all(rows.map((row) => context.audit.begin(row)))
    const open = await query('select id from audit_open where organization_id = $1', [organizationId])
    expect(open.rows).to.have.length(2)
    for (const row of rows) context.audit.end({ ...row, status: 201 })
    const ended = async () =>
      (await query('select id from audit_outbox where organization_id = $1', [organizationId])).rows
    while ((await ended()).length < 2);
    expect((await ended()).map(({ id }) => id)).to.have.members([rows[0]?.id, rows[2]?.id])
    await query('delete from audit_outbox where organization_id = $1', [organizationId])
  })

  const tamperings: Record<string, (id: string, organizationId: string) => Promise<unknown>> = {
    'is changed': (id) => query("update audit_entry set actor_name = 'Somebody' where id = $1", [id]),
    'is removed': (id) => query('delete from audit_entry where id = $1', [id]),
    'is moved to another organization': (id) =>
      query('update audit_entry set organization_id = $2 where id = $1', [id, randomUUID()]),
    'is copied with another id': (id) =>
      query(
        `insert into audit_entry select (jsonb_populate_record(e, jsonb_build_object('id', $2::uuid))).*
          from audit_entry e where id = $1`,
        [id, id.replace(/.{12}$/, '0123456789ab')],
      ),
    'changes its place with the next': async (id, organizationId) => {
      const { rows } = await query('select number from audit_entry where id = $1', [id])
      const number = Number(rows[0]?.number)
      await query(
        `update audit_entry set number = 2 * $2::bigint + 1 - number
          where organization_id = $1 and number in ($2::bigint, $2::bigint + 1)`,
        [organizationId, number],
      )
    },
  }
  for (const [what, tamper] of Object.entries(tamperings)) {
    it(`names the entry that ${what}`, async () => {
      const { organizationId, ids } = await chain(12)
      const id = ids[5] ?? ''
      await tamper(id, organizationId)
      const { ok, firstBroken } = await verifyAudit(context, { organizationId })
      expect(ok).to.equal(false)
      const named = [id, id.replace(/.{12}$/, '0123456789ab'), ids[6]]
      expect(named, firstBroken?.reason).to.include(firstBroken?.entryId)
      expect((await verifyAudit(context, {})).ok).to.equal(false)
      await query('delete from audit_entry where organization_id = $1 or id = $2', [organizationId, id])
      await query('delete from audit_chain where organization_id = $1', [organizationId])
    })
  }

  it('shows by a logged head that the newest entries and the end of the chain were removed', async () => {
    const { organizationId, ids } = await chain(10)
    const [before] = await readAuditChains(context.db, [organizationId])
    const head = before?.lastHash.toString('hex')
    await query('delete from audit_entry where organization_id = $1 and number > 8', [organizationId])
    await query(
      `update audit_chain set last_number = 8, last_id = e.id, last_hash = e.hash
        from audit_entry e where audit_chain.organization_id = $1 and e.organization_id = $1 and e.number = 8`,
      [organizationId],
    )
    expect((await verifyAudit(context, { organizationId })).ok).to.equal(true)
    const found = await verifyAudit(context, { organizationId, head })
    expect([found.ok, found.firstBroken?.entryId]).to.deep.equal([false, ids[7]])
  })

  it('is exported to a file that shows what was done to it without the database', async () => {
    const { organizationId, ids } = await chain(20)
    const file = join(harness.dir, 'audit.jsonl')
    const { head } = await exportAudit(context, { organizationId, file })
    expect(await verifyAuditFile(file, head)).to.deep.equal({ ok: true, entries: 20, firstBroken: null })
    const lines = (await readFile(file, 'utf8')).split('\n')
    const without = join(harness.dir, 'cut.jsonl')
    await writeFile(without, lines.toSpliced(9, 1).join('\n'))
    expect((await verifyAuditFile(without)).firstBroken?.entryId).to.equal(ids[8])
    await writeFile(without, lines.with(9, (lines[9] ?? '').replace('keys.create', 'keys.delete')).join('\n'))
    expect((await verifyAuditFile(without)).firstBroken?.entryId).to.equal(ids[8])
    await writeFile(without, lines.slice(0, 12).join('\n'))
    expect((await verifyAuditFile(without)).ok).to.equal(false)
  })

  it('is exported whole by a disk that takes a part of what is written at once', async () => {
    const { organizationId } = await chain(20)
    const file = join(harness.dir, 'parts.jsonl')
    const handle = await open(file, 'w')
    const prototype = Object.getPrototypeOf(handle)
    await handle.close()
    const { write } = prototype
    prototype.write = function (text: string) {
      return write.call(this, text.slice(0, 100))
    }
    const exported = await exportAudit(context, { organizationId, file }).finally(() =>
      Object.assign(prototype, { write }),
    )
    expect(await verifyAuditFile(file, exported.head)).to.deep.equal({ ok: true, entries: 20, firstBroken: null })
  })

  it('stays whole when old entries are purged', async () => {
    const { organizationId } = await chain(5)
    shift = 401 * day
    await createPartitionsAhead(context.db, 'audit_entry', context.now())
    await jobs['retention.run'].run(context, {}, new AbortController().signal)
    expect(await verifyAudit(context, { organizationId })).to.deep.equal({ ok: true, entries: 0, firstBroken: null })
    shift = 0
    const row = entry(organizationId)
    await context.audit.begin(row)
    context.audit.end(row)
    let found = await verifyAudit(context, { organizationId })
    while (found.entries === 0) {
      await close()
      found = await verifyAudit(context, { organizationId })
    }
    expect(found).to.deep.equal({ ok: true, entries: 1, firstBroken: null })
  })

  it('keeps what is written by a process whose machine has a clock that is 500 days behind, and all before', async () => {
    shift = 500 * day
    const { organizationId } = await chain(3)
    await jobs['retention.run'].run(context, {}, new AbortController().signal)
    const kept = await verifyAudit(context, { organizationId })
    shift = 0
    expect(kept).to.deep.equal({ ok: true, entries: 3, firstBroken: null })
  })

  it('has the entry of a change whose process died before the response, without an outcome', async () => {
    const organizationId = randomUUID()
    const victim = await harness.another()
    const row = entry(organizationId)
    await victim.audit.begin(row)
    // What a killed process leaves, as long after as a request can take.
    await query("update audit_open set opened_at = opened_at - interval '46 minutes' where id = $1", [row.id])
    await close()
    const { rows } = await query('select id, status, code from audit_entry where organization_id = $1', [
      organizationId,
    ])
    expect(rows).to.deep.equal([{ id: row.id, status: null, code: null }])
  })

  it('has an entry of each connection that Carillon ends, in the transaction that ends it', async () => {
    const account = await harness.connect({ platform: 'facebook' })
    await auditEndedConnections(context.db, [account], { action: 'system.accounts.expire', at: context.now() })
    await close()
    const { rows } = await query('select actor_type, profile_id, targets from audit_entry where action = $1', [
      'system.accounts.expire',
    ])
    expect(rows).to.deep.equal([
      { actor_type: 'system', profile_id: account.profileId, targets: [{ type: 'account', id: account.id }] },
    ])
  })
})
