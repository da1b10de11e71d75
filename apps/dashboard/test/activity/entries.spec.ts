import type { AuditEntry } from '@carillon/client'
import { expect } from 'chai'
import { csvOf } from '../../app/data/csv.ts'
import { csvHeaders, csvRow } from '../../app/pages/activity/entry-csv.ts'
import { queryOf } from '../../app/pages/activity/read-entries.ts'

const entry: AuditEntry = {
  id: 'e1',
  at: '2026-11-24T12:00:00.000Z',
  action: 'keys.create',
  actor: { type: 'key', id: 'k1', name: '=Backend' },
  profileId: null,
  targets: [
    { type: 'key', id: 'k2' },
    { type: 'profile', id: 'p1' },
  ],
  requestId: 'r1',
  ip: '203.0.113.7',
  userAgent: null,
  outcome: { status: 201, code: null },
}

describe('the activity', () => {
  it('as CSV has the columns of the API, without formulas', () => {
    const [header, row] = csvOf(csvHeaders, [csvRow(entry)]).split('\r\n')
    expect(header).to.equal(
      'id,at,action,actorType,actorId,actorName,profileId,targets,requestId,ip,userAgent,status,code',
    )
    expect(row).to.equal(
      `e1,2026-11-24T12:00:00.000Z,keys.create,key,k1,"'=Backend",,key:k2 profile:p1,r1,203.0.113.7,,201,`,
    )
  })

  it('of days goes to the end of the last one', () => {
    const none = { action: null, actorId: null, targetId: null }
    expect(queryOf({ ...none, from: '2026-11-23', to: '2026-11-24' })).to.deep.equal({
      from: '2026-11-23T00:00:00.000Z',
      to: '2026-11-25T00:00:00.000Z',
    })
    expect(queryOf({ ...none, from: null, to: null })).to.deep.equal({})
  })
})
