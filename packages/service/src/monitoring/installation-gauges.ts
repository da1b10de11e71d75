import type { readGauges } from './gauges.ts'

type Gauges = Awaited<ReturnType<typeof readGauges>>

interface InstallationGauge {
  help: string
  labels: readonly string[]
  /** Returns the values, each with the values of its labels; empty if unknown. */
  values(gauges: Gauges): readonly (readonly [labels: readonly string[], value: number])[]
}

const alone = (value: number | null) => (value === null ? [] : [[[], value] as const])

/**
 * Gauges of the whole installation, keyed by metric name. Every worker reports the same values; they are omitted while
 * the database cannot be reached.
 */
export const installationGauges: Readonly<Record<string, InstallationGauge>> = {
  carillon_queue_jobs: {
    help: 'Jobs of all workers: due, later, running, failed for good, or waiting for a place in the queue.',
    labels: ['state'],
    values({ queue: { oldestDueSeconds: _oldest, ...counts } }) {
      return Object.entries(counts).map(([state, count]) => [[state], count])
    },
  },
  carillon_queue_due_jobs: {
    help: 'Due jobs by task, counted up to 10,001 together.',
    labels: ['task'],
    values: ({ due }) => due.map(({ task, count }) => [[task], count]),
  },
  carillon_queue_oldest_due_seconds: {
    help: 'How long the oldest job that could run has been waiting.',
    labels: [],
    values: ({ queue }) => alone(queue.oldestDueSeconds),
  },
  carillon_external_writes: {
    help: 'External writes that have not ended (accepted, processing) or whose outcome nobody knows (unknown), by kind.',
    labels: ['kind', 'status'],
    values: ({ writes }) => writes.map(({ kind, status, count }) => [[kind, status], count]),
  },
  carillon_events_waiting: {
    help: 'Events that have no place in the feed yet.',
    labels: [],
    values: ({ events }) => alone(events.waiting),
  },
  carillon_webhook_oldest_due_seconds: {
    help: 'How long the oldest due delivery to an endpoint has been waiting.',
    labels: [],
    values: ({ events }) => alone(events.oldestDueSeconds),
  },
  carillon_webhook_endpoints: {
    help: 'Endpoints of all organizations by status.',
    labels: ['status'],
    values: ({ events }) => [
      [['enabled'], events.enabled],
      [['disabled'], events.disabled],
    ],
  },
  carillon_schedules: {
    help: 'Schedules that wait: due, or held until somebody decides; counted up to 10,001.',
    labels: ['state'],
    values: ({ schedules }) => [
      [['due'], schedules.due],
      [['held'], schedules.held],
    ],
  },
  carillon_schedule_oldest_due_seconds: {
    help: 'How long the oldest due schedule has been waiting to start.',
    labels: [],
    values: ({ schedules }) => alone(schedules.oldestDueSeconds),
  },
  carillon_accounts_to_reconnect: {
    help: 'Connected accounts whose access ends within 14 days unless their users log in again, by network.',
    labels: ['network'],
    values: ({ ending }) => ending.map(({ platform, count }) => [[platform], count]),
  },
  carillon_tokens_overdue: {
    help: 'Connected accounts whose token ended five minutes ago although a refresh can renew it, by whose server refreshes it: one of the network, or one that the user chose.',
    labels: ['servers'],
    values: ({ overdueTokens }) => [
      [['network'], overdueTokens.network],
      [['user'], overdueTokens.user],
    ],
  },
  carillon_database_timeline: {
    help: 'The timeline of the database server; it grows when a standby is promoted or a backup is restored.',
    labels: [],
    values: ({ epoch }) => alone(epoch.timeline),
  },
  carillon_database_standbys: {
    help: 'Standbys that receive the write-ahead log, by state; `hidden` if the role of DATABASE_URL may not see it.',
    labels: ['state'],
    values: ({ standbys }) => standbys.map(({ state, count }) => [[state], count]),
  },
  carillon_database_standby_lag_seconds: {
    help: 'How far the slowest standby of a state is behind.',
    labels: ['state'],
    values: ({ standbys }) =>
      standbys.flatMap(({ state, lagSeconds }) => (lagSeconds === null ? [] : [[[state], lagSeconds] as const])),
  },
}
