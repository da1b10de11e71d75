import type { FaultName } from '@carillon/sandbox'
import type { Stall } from '../stalls/stall-table.ts'

/** What an installation reports while something is wrong, and the alerts that fire then. */
export interface Scene {
  name: string
  /** Values of series by the minute, in the notation of promtool; they replace those of a calm installation. */
  series: Readonly<Record<string, string>>
  /** The minute at which alerts are looked at. */
  minutes: number
  firing: readonly string[]
}

const requests = (status: string, le?: string) =>
  `carillon_http_request_duration_seconds_${le ? 'bucket' : 'count'}{operation="profiles.list",status="${status}",waits="nothing"${le ? `,le="${le}"` : ''}}`
const calls = (network: string, outcome: string, le?: string) =>
  `carillon_network_call_duration_seconds_${le ? 'bucket' : 'count'}{network="${network}",operation="posts.list",outcome="${outcome}"${le ? `,le="${le}"` : ''}}`
const publishes = (status: string, le?: string) =>
  `carillon_write_duration_seconds_${le ? 'bucket' : 'count'}{kind="publish",network="x",status="${status}"${le ? `,le="${le}"` : ''}}`
const deliveries = (le?: string) =>
  `carillon_first_delivery_duration_seconds_${le ? 'bucket' : 'count'}${le ? `{le="${le}"}` : ''}`
const ended = (status: string) => `carillon_writes_ended_total{kind="publish",status="${status}"}`
const refreshes = (outcome: string, network = 'x') =>
  `carillon_token_refreshes_total{network="${network}",outcome="${outcome}"}`
const rejected = 'carillon_errors_total{operation="posts.create",code="database_error"}'
const clockOf = (process: string) => `carillon_clock_seconds{instance="${process}",clock="machine"}`
/** The clock of a process that is ahead by so many seconds; tests of promtool begin in 1970. */
const clock = (ahead: number) => `${ahead}+60x5000`

const steady = '0+60x5000'
const none = '0x5000'
const one = '1x5000'

/** After so many minutes the slowest alert of a service level fires, which waits for an hour. */
const longMinutes = 90

/** An installation in which everything works. */
export const calm: Scene = {
  name: 'a calm installation',
  series: {
    'up{job="carillon-gateway",instance="g"}': one,
    'carillon_database_up{instance="w"}': one,
    carillon_queue_oldest_due_seconds: none,
    carillon_schedule_oldest_due_seconds: none,
    'carillon_queue_jobs{state="failed"}': none,
    'carillon_external_writes{kind="publish",status="unknown"}': none,
    'carillon_tokens_overdue{servers="network"}': none,
    'carillon_tokens_overdue{servers="user"}': none,
    carillon_events_waiting: '3x5000',
    carillon_webhook_oldest_due_seconds: none,
    'carillon_database_waiting{instance="g"}': none,
    'carillon_database_standby_lag_seconds{state="async"}': none,
    'nodejs_eventloop_lag_p99_seconds{instance="g"}': '0.51x5000',
    'carillon_drift_total{network="x",field="id"}': none,
    'carillon_database_failovers_total{standby="asynchronous"}': none,
    'carillon_errors_total{operation="posts.list",code="internal_error"}': none,
    'carillon_errors_total{operation="posts.list",code="rate_limited"}': steady,
    [requests('200')]: steady,
    [requests('200', '0.5')]: steady,
    [requests('500')]: none,
    [requests('500', '0.5')]: none,
    // Of the ranges of a long video, all but the last are answered with 308.
    [calls('youtube', '3xx')]: steady,
    [calls('x', '2xx')]: steady,
    [calls('x', '4xx')]: steady,
    [calls('x', '429')]: none,
    [calls('x', 'timeout')]: none,
    [calls('x', '2xx', '10')]: steady,
    [calls('x', '4xx', '10')]: steady,
    [rejected]: none,
    [clockOf('g')]: clock(0),
    [clockOf('w')]: clock(-1),
    'carillon_database_lock_wait_seconds{instance="w"}': none,
    [publishes('succeeded')]: steady,
    [publishes('succeeded', '300')]: steady,
    [publishes('unknown')]: none,
    [publishes('unknown', '300')]: none,
    [publishes('failed')]: '0+6x5000',
    [publishes('failed', '300')]: '0+6x5000',
    [deliveries()]: steady,
    [deliveries('5')]: steady,
    [ended('succeeded')]: steady,
    [ended('unknown')]: none,
    [refreshes('refreshed')]: steady,
    [refreshes('failed')]: none,
    // Users revoke access all the time.
    [refreshes('expired')]: '0+0.05x5000',
  },
  minutes: longMinutes,
  firing: [],
}

/** Three alerts of a service level, of which everything has been bad for the first `minutes`. */
const all = (name: string) => ['Fast', 'Steady', 'Slow'].map((rate) => `Carillon${name}Budget${rate}`)

const scene = (name: string, series: Scene['series'], firing: Scene['firing'], minutes = 20): Scene => ({
  ...{ name, series, firing, minutes },
})

const noResponses = Object.fromEntries(
  (['2xx', '4xx'] as const).flatMap((outcome) => [
    [calls('x', outcome), none],
    [calls('x', outcome, '10'), none],
  ]),
)

export const scenes: readonly Scene[] = [
  scene('no process reaches the database', { 'carillon_database_up{instance="w"}': none }, ['CarillonDatabaseDown']),
  scene('no worker reports', { 'carillon_database_up{instance="w"}': '_x100' }, ['CarillonDatabaseDown']),
  scene(
    'PostgreSQL is stopped for ten minutes: jobs wait, connections are used up',
    {
      carillon_queue_oldest_due_seconds: '0+60x100',
      'carillon_database_waiting{instance="g"}': '40x100',
    },
    ['CarillonQueueStalled', 'CarillonConnectionsExhausted'],
  ),
  scene('PostgreSQL is stopped for a minute', { carillon_queue_oldest_due_seconds: '0x15 61 61 0x20' }, []),
  scene('no worker takes schedules', { carillon_schedule_oldest_due_seconds: '0+60x100' }, ['CarillonSchedulesLate']),
  scene('a table is locked for hours', { carillon_events_waiting: '0+500x100' }, ['CarillonEventsWaiting']),
  scene('the endpoint of one customer hangs', { carillon_webhook_oldest_due_seconds: '0+60x100' }, []),
  scene(
    'the only endpoint hangs',
    { carillon_webhook_oldest_due_seconds: '0+60x100', [deliveries()]: none, [deliveries('5')]: none },
    ['CarillonDeliveriesLate'],
  ),
  scene(
    'deliveries wait for a worker',
    { carillon_webhook_oldest_due_seconds: '0+60x100', [deliveries('5')]: '0+6x5000' },
    ['CarillonDeliveriesLate', 'CarillonDeliveriesBudgetFast', 'CarillonDeliveriesBudgetSteady'],
  ),
  scene('a process has no processor time', { 'nodejs_eventloop_lag_p99_seconds{instance="g"}': '2x100' }, [
    'CarillonEventLoopBlocked',
  ]),
  scene('a process is gone', { 'up{job="carillon-gateway",instance="g"}': none }, ['CarillonProcessDown']),
  scene('jobs fail for good', { 'carillon_queue_jobs{state="failed"}': '2x100' }, ['CarillonFailedJobs']),
  scene('tokens are not refreshed', { 'carillon_tokens_overdue{servers="network"}': '4x100' }, [
    'CarillonTokensOverdue',
  ]),
  scene(
    'the own server of a user is gone for good, and those of others are not',
    { 'carillon_tokens_overdue{servers="user"}': '1x100', [refreshes('refreshed', 'bluesky')]: '0+0.1x100' },
    [],
    longMinutes,
  ),
  scene(
    'no token of accounts on own servers of users is refreshed any more',
    { 'carillon_tokens_overdue{servers="user"}': '4x100', [refreshes('refreshed', 'bluesky')]: '0+1x20 20x100' },
    ['CarillonTokensOverdue'],
    longMinutes + 5,
  ),
  scene('a standby was promoted', { 'carillon_database_failovers_total{standby="asynchronous"}': '0x10 1x100' }, [
    'CarillonDatabaseFailover',
  ]),
  scene('a standby is behind', { 'carillon_database_standby_lag_seconds{state="async"}': '90x100' }, [
    'CarillonStandbyLag',
  ]),
  scene(
    'the first bug since a process began',
    { 'carillon_errors_total{operation="ads.tree",code="internal_error"}': '_x10 1x100' },
    ['CarillonInternalErrors'],
  ),
  scene(
    'the first change of a response since a process began',
    { 'carillon_drift_total{network="tiktok",field="id"}': '_x10 1x100' },
    ['CarillonDrift'],
  ),
  scene(
    'the first failover since a process began',
    { 'carillon_database_failovers_total{standby="asynchronous",instance="w"}': '_x10 1x100' },
    ['CarillonDatabaseFailover'],
  ),
  scene('a bug', { 'carillon_errors_total{operation="posts.list",code="internal_error"}': '0x10 1x100' }, [
    'CarillonInternalErrors',
  ]),
  scene(
    'a network drops, resets or delays calls',
    { ...noResponses, [calls('x', 'timeout')]: steady, [calls('x', 'timeout', '10')]: steady },
    ['CarillonNetworkFailing'],
  ),
  scene(
    'a network responds with 5xx',
    { ...noResponses, [calls('x', '5xx')]: steady, [calls('x', '5xx', '10')]: steady },
    ['CarillonNetworkFailing'],
  ),
  scene('a network does not respond until the deadline', { ...noResponses, [calls('x', 'timeout')]: steady }, [
    'CarillonNetworkFailing',
    'CarillonNetworkSlow',
  ]),
  scene(
    'a network responds after more than 10 s',
    { [calls('x', '2xx', '10')]: none, [calls('x', '4xx', '10')]: none },
    ['CarillonNetworkSlow'],
  ),
  scene(
    'the own server of a user is gone, and is called more often than those of others',
    {
      [calls('bluesky', 'timeout')]: steady,
      [calls('bluesky', 'timeout', '10')]: '0+20x5000',
      [calls('bluesky', '2xx')]: '0+40x5000',
      [calls('bluesky', '2xx', '10')]: '0+40x5000',
    },
    [],
  ),
  scene(
    'no server of users responds, and the directory of their network does',
    {
      [calls('bluesky', 'timeout')]: steady,
      [calls('bluesky', 'timeout', '10')]: none,
      [calls('bluesky', '2xx').replace('posts.list', 'identity.did-document')]: '0+50x5000',
      [calls('bluesky', '2xx', '10').replace('posts.list', 'identity.did-document')]: '0+50x5000',
    },
    ['CarillonNetworkFailing', 'CarillonNetworkSlow'],
  ),
  scene('a network throttles', { [calls('x', '429')]: steady, [calls('x', '429', '10')]: steady }, [
    'CarillonNetworkThrottles',
  ]),
  scene(
    'a network rejects publishes',
    { [publishes('succeeded')]: '0+1x5000', [publishes('failed')]: steady, [publishes('failed', '300')]: steady },
    ['CarillonPublishesFailing'],
    90,
  ),
  scene(
    'an app loses its access to a network',
    { [refreshes('expired')]: '0+0.05x300 55+40x500' },
    ['CarillonConnectionsLost'],
    310,
  ),
  scene('an app loses its access to a network soon after processes began', { [refreshes('expired')]: '_x5 7x1000' }, [
    'CarillonConnectionsLost',
  ]),
  scene('a few users revoke their access at once', { [refreshes('expired')]: '0x5 4x1000' }, []),
  scene('the volume of media is full', { [rejected]: '0+4x100' }, ['CarillonStorageFailing']),
  scene('statements wait for a locked table', { 'carillon_database_lock_wait_seconds{instance="w"}': '12x100' }, [
    'CarillonLocksWaiting',
  ]),
  scene('a clock is an hour ahead', { [clockOf('w')]: clock(3_600) }, ['CarillonClockWrong']),
  scene('a clock is an hour behind', { [clockOf('g')]: clock(-3_600) }, ['CarillonClockWrong']),
  scene('a network changes a response', { 'carillon_drift_total{network="x",field="id"}': '0x10 1x100' }, [
    'CarillonDrift',
  ]),
  scene(
    'a network accepts and loses responses: outcomes are unknown',
    {
      'carillon_external_writes{kind="publish",status="unknown"}': '0+1x500',
      [ended('unknown')]: steady,
      [publishes('unknown')]: steady,
    },
    ['CarillonUnknownWrites', ...all('Outcomes'), ...all('Publishes')],
    longMinutes,
  ),
  scene('publishes are late', { [publishes('succeeded', '300')]: none }, all('Publishes'), longMinutes),
  scene('requests fail', { [requests('500')]: steady, [requests('500', '0.5')]: steady }, all('Requests'), longMinutes),
  scene('requests are slow', { [requests('200', '0.5')]: none }, all('Requests'), longMinutes),
  scene('deliveries are late', { [deliveries('5')]: none }, all('Deliveries'), longMinutes),
  scene('refreshes fail', { [refreshes('failed')]: steady }, all('Tokens'), longMinutes),
  scene('some requests failed in one minute', { [requests('500')]: `0x600 30x4000` }, [], 700),
]

const lost = 'a network drops, resets or delays calls'
const fails = 'a network responds with 5xx'
const late = 'a network responds after more than 10 s'
const rejects = 'a network rejects publishes'

/** The name of the scene of each kind of fault that a network may have. */
export const sceneOfFault: Readonly<Record<FaultName, string>> = {
  'drop-before': lost,
  hang: 'a network does not respond until the deadline',
  'accept-then-drop': lost,
  'accept-then-hang': 'a network does not respond until the deadline',
  'accept-then-slow': late,
  'accept-then-500': fails,
  unavailable: fails,
  throttle: 'a network throttles',
  slow: late,
  truncate: lost,
  deviate: 'a network changes a response',
  'revoke-token': 'an app loses its access to a network',
  'quota-exhausted': rejects,
  'upload-limit-exceeded': rejects,
}

const noDatabase = 'no process reaches the database'

const sceneNames: Readonly<Record<string, string>> = {
  'PostgreSQL stopped': noDatabase,
  'connections to the database rejected': noDatabase,
  'every connection taken by a neighbour': noDatabase,
  'no name server': noDatabase,
  'the volume of media and spool full': 'the volume of media is full',
  'clock an hour ahead': 'a clock is an hour ahead',
  'clock an hour behind': 'a clock is an hour behind',
  'a worker without processor': 'a process is gone',
  'a gateway without processor': 'a process is gone',
}

/** The name of the scene of a stall; undefined if it has none. */
export function sceneOfStall({ name }: Pick<Stall, 'name'>): string | undefined {
  return name.endsWith(' locked') ? 'statements wait for a locked table' : sceneNames[name]
}
