import type { AuditRow } from '@carillon/database'
import { expect } from 'chai'
import { newAuditEntry } from '../../src/audit/new-entry.ts'
import { type Context, jobs } from '../../src/index.ts'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('the list of audit entries', () => {
  let harness: Harness
  let context: Context
  before(async () => {
    harness = await startHarness()
    context = harness.context
  })
  after(() => harness.close())

  const list = (query: Record<string, string>) =>
    ask(context, 'auditLog.list', { scope: { organizationId: harness.organizationId, profileId: null }, query })
  const close = () => jobs['audit.close'].run(context, {}, new AbortController().signal)

  async function store(...targets: AuditRow['targets']): Promise<string> {
    const { organizationId } = harness
    const row = newAuditEntry({
      organizationId,
      at: context.now(),
      action: 'keys.create',
      actorType: 'operator',
      targets,
    })
    await context.audit.begin(row)
    context.audit.end({ ...row, status: 201 })
    const isStored = async () => {
      await close()
      return (await context.pool.query('select from audit_entry where id = $1', [row.id])).rows.length > 0
    }
    while (!(await isStored()));
    return row.id
  }

  for (const id of ['plain', 'with "quotes" and \\', 'with ü and \n', 'part']) {
    it(`finds a target by its id, ${JSON.stringify(id)}, and not by a part of it`, async () => {
      const stored = await store({ type: 'key', id: `not ${id}` }, { type: 'key', id })
      await store({ type: 'key', id: `${id} not` })
      const { entries } = bodyOf(await list({ targetId: id }))
      expect(entries.map((entry: { id: string }) => entry.id)).to.deep.equal([stored])
    })
  }

  it('does not parse the targets of entries in which the id is nowhere', async () => {
    const stored = await store({ type: 'key', id: 'wanted' })
    const other = await store({ type: 'key', id: 'other' })
    // Not a list: the database fails when it takes it apart.
    await context.pool.query(`update audit_entry set targets = '{}' where id = $1`, [other])
    const { entries } = bodyOf(await list({ targetId: 'wanted' }))
    expect(entries.map((entry: { id: string }) => entry.id)).to.deep.equal([stored])
    await context.pool.query('delete from audit_entry where id = $1', [other])
  })

  it('waits for its turn, as other large lists of the organization do', async () => {
    const { lists } = context.state
    const taken: string[] = []
    const take = lists.take.bind(lists)
    lists.take = (key, work) => {
      taken.push(key)
      return take(key, work)
    }
    await list({ action: 'keys.delete' })
    expect(taken).to.deep.equal([harness.organizationId])
  })
})
