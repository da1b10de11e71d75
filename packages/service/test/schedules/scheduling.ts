import { type AccountRow, type ExternalWriteRow, readExternalWrite } from '@carillon/database'
import type { KeyBudgets, Schedule } from '@carillon/domain'
import { createKey, type Grant, type Overrides } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { lookAtSchedules } from '../../src/schedules/look-at.ts'
import { takeDueSchedules } from '../../src/schedules/take-due.ts'
import { type Asked, ask, bodyOf } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

export const minute = 60_000
export const hour = 60 * minute

/** A service with a connected account, a key, and a clock that a test moves. */
export interface Scheduling {
  harness: Harness
  network: FakeNetwork
  account: AccountRow
  clock: { at: number }
  grant: Pick<Grant, 'keyId' | 'budgets'>
  /** Asks an operation; the body of its response. */
  ask(id: Parameters<typeof ask>[1], asked?: Partial<Asked>): Promise<Schedule>
  /** Schedules a text that is due after so many milliseconds. */
  create(inMs: number, more?: object, asked?: Partial<Asked>): Promise<Schedule>
  get(id: string): Promise<Schedule>
  /** Takes what is due, as a worker does each second. */
  take(): Promise<number>
  look(): Promise<void>
  /** Carries out the publish of a schedule. */
  run(schedule: Schedule): Promise<ExternalWriteRow>
  events(): Promise<{ type: string; objectId: string; data: Schedule }[]>
  keyOf(budgets?: KeyBudgets): Promise<Pick<Grant, 'keyId' | 'budgets'>>
  close(): Promise<void>
}

const signal = new AbortController().signal

export async function startScheduling(
  start = Date.parse('2026-03-01T12:00:00Z'),
  overrides: Overrides = {},
  env: Record<string, string> = {},
): Promise<Scheduling> {
  const network = new FakeNetwork()
  const clock = { at: start }
  const port = new Proxy(network.port, { get: (_target, name) => Reflect.get(network.port, name) })
  const registry = withPorts({ bluesky: { publish: port } })
  const harness = await startHarness({ registry, now: () => new Date(clock.at), ...overrides }, env)
  const { context, organizationId } = harness
  const account = await harness.connect({ platform: 'bluesky' })
  const { keyId } = await createKey(context, { organizationId })
  const scope = { organizationId, profileId: null }
  const grant = { keyId }

  const asking: Scheduling['ask'] = async (id, asked = {}) => bodyOf(await ask(context, id, { scope, grant, ...asked }))

  return {
    ...{ harness, network, account, clock, grant, ask: asking },
    create(inMs, more = {}, asked = {}) {
      const post = { platform: 'bluesky', accountId: account.id, text: 'Hello' }
      const publishAt = new Date(clock.at + inMs).toISOString()
      return asking('schedules.create', { body: { publishAt, post, ...more }, ...asked })
    },
    get: (scheduleId) => asking('schedules.get', { params: { scheduleId } }),
    take: () => takeDueSchedules(context, signal),
    look: () => lookAtSchedules(context, signal),
    async run({ publishId }) {
      if (publishId === null) throw new Error('the schedule has no publish')
      await runWrite(context, { writeId: publishId, signal })
      const row = await readExternalWrite(context.db, publishId)
      if (!row) throw new Error('the publish is missing')
      return row
    },
    async events() {
      const rows = await context.db.query<{ type: string; objectId: string; data: Schedule }>(
        `select type, object_id, data, sequence from event_outbox
          union all select type, object_id, data, sequence from event order by sequence`,
        [],
      )
      return rows
    },
    async keyOf(budgets) {
      const made = await createKey(context, { organizationId })
      if (budgets) {
        await context.db.query('update api_key set budgets = $2::jsonb where id = $1', [
          made.keyId,
          JSON.stringify(budgets),
        ])
      }
      return { keyId: made.keyId, ...(budgets && { budgets }) }
    },
    close: () => harness.close(),
  }
}
