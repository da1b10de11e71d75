import type { FaultName } from '@carillon/sandbox'
import type { alerts } from '@carillon/service'
import type { Stall } from '../stalls/stall-table.ts'

type CauseAlert = keyof typeof alerts

export interface Expected {
  /** The alert that names the cause. */
  alert: CauseAlert
  /** Other alerts on causes that are right as well, if they fire: what follows from it. Those on error budgets always may. */
  also: readonly CauseAlert[]
}

const expect = (alert: CauseAlert, ...also: CauseAlert[]): Expected => ({ alert, also })

/** The alert of each kind of fault that a network may have, if most of its calls have it for long enough. */
export const alertOfFault: Readonly<Record<FaultName, Expected>> = {
  'drop-before': expect('NetworkFailing', 'UnknownWrites'),
  hang: expect('NetworkFailing', 'NetworkSlow', 'UnknownWrites'),
  'accept-then-drop': expect('NetworkFailing', 'UnknownWrites'),
  'accept-then-hang': expect('NetworkFailing', 'NetworkSlow', 'UnknownWrites'),
  'accept-then-slow': expect('NetworkSlow', 'NetworkFailing', 'UnknownWrites'),
  'accept-then-500': expect('NetworkFailing', 'UnknownWrites'),
  unavailable: expect('NetworkFailing', 'UnknownWrites', 'PublishesFailing'),
  throttle: expect('NetworkThrottles', 'PublishesFailing'),
  slow: expect('NetworkSlow', 'NetworkFailing', 'UnknownWrites'),
  truncate: expect('NetworkFailing', 'UnknownWrites'),
  deviate: expect('Drift', 'UnknownWrites', 'PublishesFailing'),
  'revoke-token': expect('ConnectionsLost', 'PublishesFailing'),
  'quota-exhausted': expect('PublishesFailing', 'NetworkThrottles'),
  'upload-limit-exceeded': expect('PublishesFailing', 'NetworkThrottles'),
}

/** What follows from a database that cannot be used. */
const withoutDatabase = [
  ...(['StorageFailing', 'ConnectionsExhausted', 'QueueStalled', 'SchedulesLate', 'ProcessDown'] as const),
  ...(['EventsWaiting', 'DeliveriesLate', 'LocksWaiting', 'FailedJobs', 'InternalErrors'] as const),
]

const databaseDown = expect('DatabaseDown', ...withoutDatabase)
const clockWrong = expect('ClockWrong', 'TokensOverdue', 'QueueStalled', 'FailedJobs')
const processDown = expect('ProcessDown', 'QueueStalled', 'DatabaseDown')

/** The alert of each stall that is not a lock, by its name. */
const alertOfStall: Readonly<Record<string, Expected>> = {
  'PostgreSQL stopped': databaseDown,
  'connections to the database rejected': databaseDown,
  'every connection taken by a neighbour': databaseDown,
  'no name server': expect('DatabaseDown', 'NetworkFailing', 'UnknownWrites', ...withoutDatabase),
  'the volume of media and spool full': expect('StorageFailing'),
  'clock an hour ahead': clockWrong,
  'clock an hour behind': clockWrong,
  'a worker without processor': processDown,
  'a gateway without processor': processDown,
}

/** The alert of a locked table, if a statement needs the table: nobody waits for a table that nobody needs. */
const alertOfLock: Expected = expect('LocksWaiting', 'DatabaseDown', ...withoutDatabase)

/** The alert of any stall; undefined if it has no row. */
export function alertOfAnyStall({ name }: Pick<Stall, 'name'>): Expected | undefined {
  return name.endsWith(' locked') ? alertOfLock : alertOfStall[name]
}
