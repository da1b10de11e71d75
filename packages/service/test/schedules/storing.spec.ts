import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, readSchedule } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { type Context, createKey } from '../../src/index.ts'
import { storeSchedule } from '../../src/schedules/store-schedule.ts'
import { rejection } from '../ask.ts'
import { type FlakyDatabase, startFlakyDatabase } from '../flaky-database.ts'
import { type Harness, startHarness } from '../harness.ts'
import { hour } from './scheduling.ts'

describe('storing a schedule while connections to the database break', () => {
  let harness: Harness
  let flaky: FlakyDatabase
  let context: Context
  let account: AccountRow
  let keyId: string
  /** What happens in the transaction of each attempt to store the schedule. */
  let attempts: (() => void)[]

  before(async () => {
    harness = await startHarness()
    flaky = await startFlakyDatabase(harness.context.config.databaseUrl)
    context = await harness.another(harness.overrides, { databaseUrl: flaky.url })
    account = await harness.connect({ platform: 'bluesky' })
    ;({ keyId } = await createKey(harness.context, { organizationId: harness.organizationId }))
  })
  after(async () => {
    await harness.close()
    await flaky.close()
  })

  function store(id: string) {
    const { organizationId, profileId } = harness
    const now = harness.context.now()
    return storeSchedule(
      context,
      {
        id,
        async dueIn() {
          attempts.shift()?.()
          const dueAt = new Date(now.getTime() + hour)
          return { dueAt, localTime: null, timeZone: null, zoneRules: null, note: null }
        },
        rowAt: (due) => ({
          ...{ id, organizationId, profileId, accountId: account.id, platform: 'bluesky', keyId, requestId: 'test' },
          ...{ status: 'scheduled', lateMinutes: 60, lateThen: 'hold', items: 1, payload: '{}', media: '[]', ...due },
          ...{ lookAt: now, createdAt: now, updatedAt: now },
        }),
      },
      { organizationId, requestId: 'test', takes: undefined, storeBefore: undefined, files: [] },
    )
  }

  const loseResponse = () => flaky.breakNext('before-response')
  const breakRead = () => flaky.breakNext('before-commit', { text: 'from "schedule" where' })
  const reject = () => {
    throw new ServiceError('deadline_passed')
  }

  it('finds what the first attempt has stored, also if it cannot be read when the second one is rejected', async () => {
    const id = randomUUIDv7()
    const rejectUnread = () => {
      breakRead()
      reject()
    }
    attempts = [loseResponse, rejectUnread, reject]
    expect((await store(id)).id).to.equal(id)
    expect(attempts).to.deep.equal([])
  })

  it('is rejected if the first attempt has stored nothing', async () => {
    const id = randomUUIDv7()
    attempts = [() => flaky.breakNext('before-commit'), reject]
    expect(await rejection(store(id))).to.include({ code: 'deadline_passed' })
    expect(await readSchedule(harness.context.db, id)).to.equal(undefined)
  })
})
