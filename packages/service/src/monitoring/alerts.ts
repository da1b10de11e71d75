import { overdueTokens, someServersWork } from './chosen-servers.ts'
import { added } from './counter-increase.ts'
import { callsPerNetwork } from './network-calls.ts'
import { eventLoopDelay } from './process-gauges.ts'

/** An alert of Prometheus with the content of its runbook. `summary` is the problem in one sentence. */
export interface Alert {
  /** `page`: someone has to act now. `ticket`: someone has to act during working hours. */
  severity: 'page' | 'ticket'
  /** The condition in PromQL. */
  expr: string
  /** How long the condition has to hold before the alert fires, in Prometheus notation. */
  for: string
  summary: string
  /** The consequences for customers. */
  means: string
  /** The first command to run, as arguments of `npm run`. */
  first: string
  /** Steps that solve the problem, in their order. */
  cure: readonly string[]
}

const someCalls = `${callsPerNetwork('count')} > 0.05`

/** Returns PromQL for the first deliveries per second; events that an endpoint itself holds up are not among them. */
const firstDeliveries = (series: string) => `sum(rate(carillon_first_delivery_duration_seconds${series}[10m]))`

const expired = 'carillon_token_refreshes_total{outcome="expired"}'
const failedPublishes = 'carillon_write_duration_seconds_count{kind="publish",status="failed"}'
const allPublishes = 'carillon_write_duration_seconds_count{kind="publish"}'

/**
 * Alerts on causes, such as an unreachable database, keyed by name. Alerts on service levels are derived from
 * `serviceLevels`.
 */
export const alerts = {
  DatabaseDown: {
    severity: 'page',
    expr: 'max(carillon_database_up) == 0 or absent(carillon_database_up)',
    for: '1m',
    summary: 'No worker reaches the database',
    means: 'Nothing is accepted and nothing is published. What was accepted is kept, and goes on afterwards.',
    first: 'admin -- doctor',
    cure: [
      'Start PostgreSQL, or wait until a standby has been promoted; processes reconnect on their own.',
      'If the server is up and read-only, `DATABASE_URL` leads to a standby: name all servers in it.',
      'If no worker reports at all, look at their supervisor and at their last `fatal` line.',
    ],
  },
  QueueStalled: {
    severity: 'page',
    expr: 'max(carillon_queue_oldest_due_seconds) > 60',
    for: '3m',
    summary: 'A job that could run has waited for more than a minute',
    means: 'Publishes, refreshes and deliveries are late, or stand still.',
    first: 'admin -- doctor',
    cure: [
      'Look at `/readyz` of each worker. One that cannot work ends itself and has to be started again by its supervisor.',
      'Look at `carillon_queue_due_jobs`: many jobs of one task mean that this task is slow, or its network is.',
      'Start more workers if all slots are busy and the processors are not.',
    ],
  },
  SchedulesLate: {
    severity: 'page',
    expr: 'max(carillon_schedule_oldest_due_seconds) > 60',
    for: '2m',
    summary: 'A scheduled post has not started a minute after its time',
    means: 'Scheduled posts are late. Those that are later than their `onLate` allows are held or fail.',
    first: 'admin -- doctor',
    cure: [
      'Check that a worker runs: gateways take no schedules. Look for `schedule not taken` lines in the log.',
      'Nothing else has to be done when workers run again: they take what is due, oldest first.',
      'Afterwards look at `schedule list`: it shows what is held because it was too late.',
    ],
  },
  UnknownWrites: {
    severity: 'ticket',
    expr: 'max by (kind) (carillon_external_writes{status="unknown"}) > 0',
    for: '5m',
    summary: 'The outcome of {{ $labels.kind }} writes is unknown',
    means: 'The response of a network was lost, and it does not show whether the write exists. It is not sent again.',
    first: 'admin -- write list --status unknown',
    cure: ['Look at the account on the network.', 'Record what is there with `write resolve`.'],
  },
  TokensOverdue: {
    severity: 'page',
    expr: `${overdueTokens} > 0`,
    for: '10m',
    summary: '{{ $value }} accounts have a token that ended and was not refreshed',
    means: 'Posts and reads of these accounts fail soon, or do already.',
    first: 'admin -- doctor',
    cure: [
      'Look for `token refresh` lines in the log: they name the network and the reason.',
      'If a network is down, refreshes go on when it is back. If its app secret has changed, set it and restart.',
      'Accounts on servers that their users chose count only if none of them was refreshed within an hour: a single server that is gone raises no alert. If all that are left are on such servers, their users have to connect them again, or disconnect them.',
    ],
  },
  FailedJobs: {
    severity: 'ticket',
    expr: 'max(carillon_queue_jobs{state="failed"}) > 0',
    for: '15m',
    summary: '{{ $value }} jobs have failed as often as they may',
    means: 'Something that recurs, such as retention, does not happen; a write is not among them, or it is unknown.',
    first: 'admin -- doctor',
    cure: ['Look for `job failed` lines in the log; they name the task and the error.', 'Mend the cause.'],
  },
  EventsWaiting: {
    severity: 'page',
    expr: 'max(carillon_events_waiting) > 1000',
    for: '5m',
    summary: 'Events get no place in the feed',
    means: 'Changes are stored, but clients do not learn of them: neither by the feed nor by webhooks.',
    first: 'admin -- events waiting',
    cure: [
      'Look for a long transaction that holds a lock on `event_feed` in `pg_stat_activity`, and end it.',
      'Check that a worker or gateway is running: each of them numbers events.',
    ],
  },
  DeliveriesLate: {
    severity: 'ticket',
    expr: `max(carillon_webhook_oldest_due_seconds) > 300 unless ${firstDeliveries('_bucket{le="5"}')} / ${firstDeliveries('_count')} > 0.9`,
    for: '10m',
    summary: 'A due delivery to an endpoint has waited for more than five minutes',
    means:
      'There are too few workers, or the only endpoints to which events are delivered hang. An endpoint that hangs while first deliveries to others are attempted within 5 s delays its own deliveries alone, and raises no alert. Deliveries to endpoints whose secrets no key decrypts wait, too: `admin -- doctor` names these.',
    first: 'admin -- events waiting',
    cure: ['If one organization is listed, its endpoints are slow: tell it.', 'Otherwise start more workers.'],
  },
  NetworkFailing: {
    severity: 'ticket',
    expr: `${callsPerNetwork('count', 'outcome!~"[234]xx|429|aborted"')} / ${callsPerNetwork('count')} > 0.5 and ${someCalls} unless ${someServersWork(0.1, 'count', 'outcome=~"[234]xx"')}`,
    for: '10m',
    summary: 'More than half of the calls to {{ $labels.network }} fail',
    means: 'The network is down or cannot be reached. Publishes wait for it; reads fail with 502.',
    first: 'admin -- doctor',
    cure: [
      "Look at the network's status page, and at `outbound call failed` lines for the kind of failure.",
      'Nothing has to be done when it is back: writes are looked up and go on.',
      'Where users choose their servers, it counts only if nine tenths of the calls to these fail: a single server that is gone raises no alert.',
    ],
  },
  NetworkThrottles: {
    severity: 'ticket',
    expr: `${callsPerNetwork('count', 'outcome="429"')} / ${callsPerNetwork('count')} > 0.2 and ${someCalls}`,
    for: '15m',
    summary: 'More than a fifth of the calls to {{ $labels.network }} are throttled',
    means: 'The rate limit of the app is used up. Background work pauses; clients get 429 or 502 with `Retry-After`.',
    first: 'admin -- doctor',
    cure: ['Look which operations are called most, by `operation`.', 'Apply to the network for a higher limit.'],
  },
  NetworkSlow: {
    severity: 'ticket',
    expr: `1 - ${callsPerNetwork('bucket', 'le="10"')} / ${callsPerNetwork('count')} > 0.2 and ${someCalls} unless ${someServersWork(0.5, 'bucket', 'le="10"')}`,
    for: '10m',
    summary: 'More than a fifth of the calls to {{ $labels.network }} take longer than 10 s',
    means: 'Publishes to this network are late, and reads may end with 502. Nothing is lost.',
    first: 'admin -- doctor',
    cure: [
      "Look at the network's status page, and at the dashboard *social networks* for its slowest operations.",
      'If all networks are slow, the connection of this installation to the Internet is: look at its bandwidth.',
    ],
  },
  PublishesFailing: {
    severity: 'ticket',
    expr: `sum by (network) (increase(${failedPublishes}[1h])) / sum by (network) (increase(${allPublishes}[1h])) > 0.5 and sum by (network) (increase(${failedPublishes}[1h])) > 5`,
    for: '5m',
    summary: 'More than half of the publishes to {{ $labels.network }} fail',
    means: 'The network rejects posts, or a quota is used up. Clients have the reason of each publish.',
    first: 'admin -- write list --status failed',
    cure: [
      'Look which error code most of them have, and whether they belong to one account or organization.',
      'If a quota of the app is used up, publishes work again after its reset. Apply to the network for a higher one.',
      "If many accounts are concerned, the app may be restricted: look at the network's console for developers.",
    ],
  },
  ConnectionsLost: {
    severity: 'page',
    expr: `${added('network', expired, '1h')} > 5 unless ${added('network', expired, '1h')} <= 10 * sum by (network) (increase(${expired}[1d] offset 1h)) / 24`,
    for: '0m',
    summary: 'Many connections to {{ $labels.network }} have expired within an hour',
    means: 'Their users have to connect again. This is more than ten times as many as on the day before.',
    first: 'admin -- doctor',
    cure: [
      "Look at the network's console for developers: an app that is restricted, or whose secret was reset, loses them all.",
      'If the app secret has changed, set the new one and restart before more accounts are refreshed.',
      'Afterwards the customers have to connect their accounts again.',
    ],
  },
  StorageFailing: {
    severity: 'page',
    expr: `${added(null, 'carillon_errors_total{code="database_error"}', '5m')} > 3`,
    for: '1m',
    summary: 'Requests are rejected because the database or the media store cannot be used',
    means: 'Clients get 502 `database_error`; a change may have been made where `X-Should-Retry` is `false`.',
    first: 'admin -- doctor',
    cure: [
      'If `doctor` reports the database as reached, the media store is the cause: look at its finding `bucket`, or `media folder` and `spool folder` if files are kept on disk.',
      'Otherwise follow the page of the alert on the database that fires as well.',
    ],
  },
  Drift: {
    severity: 'ticket',
    expr: `${added('network', 'carillon_drift_total', '1h')} > 0`,
    for: '0m',
    summary: 'Responses of {{ $labels.network }} differ from its documentation',
    means: 'The network has changed a response; fields on which Carillon relies may change next.',
    first: 'admin -- verify --account ID',
    cure: ['The log has a sample without user data: report it to the project with the version of Carillon.'],
  },
  DatabaseFailover: {
    severity: 'ticket',
    expr: `${added('standby', 'carillon_database_failovers_total{standby="asynchronous"}', '1h')} > 0`,
    for: '0m',
    summary: 'A standby was promoted that may lack commits',
    means: 'What was accepted last may be lost. Open writes are looked up before they are sent; nothing is doubled.',
    first: 'admin -- restore report',
    cure: ['Tell the customers whose posts the report lists.', 'Use a synchronous standby to lose nothing.'],
  },
  StandbyLag: {
    severity: 'ticket',
    expr: 'max(carillon_database_standby_lag_seconds) > 30',
    for: '5m',
    summary: 'A standby is more than 30 s behind',
    means: 'A failover to it would lose that much.',
    first: 'admin -- doctor',
    cure: ['Look at the disk and the network of the standby.'],
  },
  ConnectionsExhausted: {
    severity: 'page',
    expr: 'min_over_time(carillon_database_waiting[1m]) > 0',
    for: '2m',
    summary: 'Callers of {{ $labels.instance }} wait for a connection to the database',
    means: 'Requests are slow or rejected with 503.',
    first: 'admin -- doctor',
    cure: [
      'Look for slow statements in `pg_stat_activity`.',
      'Raise `DATABASE_CONNECTIONS`, or add processes or a pooler.',
    ],
  },
  LocksWaiting: {
    severity: 'page',
    expr: 'max(max_over_time(carillon_database_lock_wait_seconds[1m])) > 5',
    for: '1m',
    summary: 'Statements wait for a lock in the database',
    means: 'What needs the locked table stops: requests fail with 502 or 503, and jobs are repeated.',
    first: 'admin -- doctor',
    cure: [
      'Find the session that holds the lock: `select pid, pg_blocking_pids(pid), query from pg_stat_activity` shows it.',
      'End it with `pg_terminate_backend` if it is not needed. A migration or a backup with a lock of its own is usual.',
    ],
  },
  ClockWrong: {
    severity: 'page',
    expr: 'abs(carillon_clock_seconds - timestamp(carillon_clock_seconds)) > 30',
    for: '2m',
    summary: 'The clock of the {{ $labels.clock }}, as {{ $labels.instance }} sees it, is wrong by {{ $value }} s',
    means:
      'All processes go by the clock of the database: if it is wrong, schedules go out at a wrong time, tokens are refreshed too early or too late and signatures of webhooks are rejected. By the clock of the machine go log lines, checks of certificates, and everything while the database cannot be reached. Expired rows are not deleted while the two are more than an hour apart.',
    first: 'admin -- doctor',
    cure: [
      'Set the clock of that machine, or of the machine of the database, by NTP.',
      'If it fires for both clocks of every process, the clock of Prometheus is the one that is wrong.',
    ],
  },
  EventLoopBlocked: {
    severity: 'ticket',
    expr: `${eventLoopDelay} > 0.5`,
    for: '5m',
    summary: 'The event loop of {{ $labels.instance }} is blocked',
    means: 'Every request of this process is late.',
    first: 'admin -- doctor',
    cure: ['Add processes if the processors are busy.', 'Otherwise report it with the log lines of slow requests.'],
  },
  InternalErrors: {
    severity: 'ticket',
    expr: `${added('operation', 'carillon_errors_total{code="internal_error"}', '15m')} > 0`,
    for: '0m',
    summary: '{{ $labels.operation }} failed unexpectedly',
    means: 'A bug in Carillon: a client got 500.',
    first: 'admin -- doctor',
    cure: ['Look for `unexpected error` lines in the log, and report them with the lines of their `requestId`.'],
  },
  ProcessDown: {
    severity: 'page',
    expr: 'up{job=~"carillon.*"} == 0',
    for: '2m',
    summary: '{{ $labels.instance }} does not respond',
    means: 'One process fewer serves requests or jobs; others take over.',
    first: 'admin -- doctor',
    cure: ['Look at its last `fatal` line and at its supervisor.'],
  },
} as const satisfies Readonly<Record<string, Alert>>

/**
 * Returns the path of an alert's runbook from the root of the repository, such as `docs/runbooks/database-down.md` for
 * `DatabaseDown`. Does not check that the alert exists.
 */
export function runbookOf(name: string): string {
  return `docs/runbooks/${name.replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.md`
}
