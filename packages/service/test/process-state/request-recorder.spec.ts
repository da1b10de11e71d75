import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { NewApiRequest } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import { createRequestRecorder } from '../../src/process-state/request-recorder.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('the recorder of requests', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness()
  })
  after(() => harness.close())

  const request = (organizationId: string, problem: string | null = null): NewApiRequest => ({
    ...{ organizationId, id: randomUUIDv7(), at: new Date(), method: 'GET', path: '/profiles', params: {} },
    ...{ operation: 'profiles.list', status: 400, code: 'invalid_request', problem, keyId: randomUUID() },
    ...{ source: 'api' as const, profileId: null, durationMs: 1, requestId: 'test', publishId: null, ip: null },
  })

  it('drops and logs the requests that the database rejects, and stores all others', async () => {
    const { db, pool } = harness.context
    const organizationId = randomUUID()
    const lines: string[] = []
    const log = createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } })
    const recorder = createRequestRecorder({ db: () => db, log, enabled: true })
    const rows = Array.from({ length: 9 }, () => request(organizationId))
    const half = [request(organizationId, 'half \ud83d'), request(organizationId, '\ude00 half')]
    for (const row of [...rows.slice(0, 3), ...half, ...rows.slice(3)]) recorder.note(row)
    await recorder.close()
    const stored = await pool.query('select id from api_request where organization_id = $1', [organizationId])
    expect(stored.rows.map(({ id }) => id)).to.have.members(rows.map(({ id }) => id))
    expect(lines.filter((line) => line.includes('invalid input syntax for type json'))).to.have.length(2)
  })

  it('stores 60 requests beyond a rate limit for each key and minute', async () => {
    const { db, pool, log } = harness.context
    const organizationId = randomUUID()
    const recorder = createRequestRecorder({ db: () => db, log, enabled: true })
    const [one, other] = [randomUUID(), randomUUID()]
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds))
    const note = (keyId: string, seconds: number, isLimited: boolean) =>
      recorder.note(
        { ...request(organizationId), keyId, at: at(seconds), status: isLimited ? 429 : 200 },
        { isLimited },
      )
    for (let count = 0; count < 100; count++) note(one, 30, true)
    note(other, 30, true)
    for (let count = 0; count < 100; count++) note(one, 30, false)
    for (let count = 0; count < 70; count++) note(one, 60, true)
    note(one, 59, true)
    await recorder.close()
    const { rows } = await pool.query(
      'select key_id, status, count(*)::int from api_request where organization_id = $1 group by 1, 2',
      [organizationId],
    )
    expect(rows).to.have.deep.members([
      { key_id: one, status: 429, count: 120 },
      { key_id: one, status: 200, count: 100 },
      { key_id: other, status: 429, count: 1 },
    ])
  })
})
