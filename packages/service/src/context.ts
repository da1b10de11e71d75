import type { Db, Encryption, openPool, SessionGrant } from '@carillon/database'
import type { ProcessLogger } from '@carillon/log'
import type { MediaStore, NamedFiles } from '@carillon/media'
import type { Outbound } from '@carillon/outbound'
import type { Drift, FieldReport, Registry } from '@carillon/providers'
import type { Config } from './config/config.ts'
import type { AuditWriter } from './process-state/audit-writer.ts'
import type { CallCounter } from './process-state/call-counter.ts'
import type { Counters } from './process-state/counters.ts'
import type { Durations } from './process-state/durations.ts'
import type { EventNumbering } from './process-state/event-numbering.ts'
import type { Hint } from './process-state/hint.ts'
import type { Keyring } from './process-state/keyring.ts'
import type { MessagePage } from './process-state/pages/message-page.ts'
import type { PageCache } from './process-state/pages/page-cache.ts'
import type { ProcessState } from './process-state/process-state.ts'
import type { Register } from './process-state/register.ts'
import type { RejectedKeys } from './process-state/rejected-keys.ts'
import type { RequestRecorder } from './process-state/request-recorder.ts'
import type { SharedReads } from './process-state/shared-reads.ts'
import type { WebhookIntake } from './process-state/webhook-intake.ts'
import type { WriteWatch } from './process-state/write-watch.ts'
import type { WriteKindOf } from './write-kind.ts'

type Pool = ReturnType<typeof openPool>

/** Dependencies of use cases and jobs, created once per process. */
export interface Context {
  config: Config
  log: ProcessLogger
  pool: Pool
  db: Db
  encryption: Encryption
  media: MediaStore
  /** Files with refreshed tokens that the database could not store yet. */
  tokenSpool: NamedFiles
  /** Makes the requests to networks, and fetches media from URLs. */
  outbound: Outbound
  /** Signalled when webhook deliveries may be due. */
  deliveryHint: Hint
  /** Makes the requests to clients' webhook endpoints. */
  endpointOutbound: Outbound
  /** The adapters of all networks. */
  registry: Registry
  /** A cache of API keys. */
  keyring: Keyring
  /** Counts invalid API keys and session tokens by IP address. */
  rejectedKeys: RejectedKeys
  /** Reads dashboard sessions by the hash of their token. */
  dashboardSessions: Register<SessionGrant>
  /** Notifies waiting requests when external writes have changed. */
  writes: WriteWatch
  audit: AuditWriter
  /** Records API requests for the request list; they are kept for `REQUESTS_KEPT_DAYS` (7 by default). */
  requests: RequestRecorder
  /** Gives committed events their positions in the event feed. */
  events: EventNumbering
  /** Notifies waiting requests when new events of an organization can be read. */
  feeds: WriteWatch
  /** A cache of recent responses with posts and their comments. */
  commentPages: PageCache
  /** A cache of recent lists of messages. */
  messagePages: PageCache<MessagePage>
  /** Stores the webhook events that networks send. */
  intake: WebhookIntake
  /** Reads from networks that are in flight in this process, so that equal requests share one. */
  sharedReads: SharedReads<object>
  /** The counters of this process. */
  counters: Counters
  /** Counts the calls of this process to networks, per minute, and stores the counts. */
  callCounter: CallCounter
  /** Durations that this process measures, for metrics. */
  durations: Durations
  /** Operations in flight in this process, and the process's share of limits that apply to all processes together. */
  state: ProcessState
  /** Returns the kind of a stored write by its name; undefined for a name that this version does not know. */
  kindOf(name: string): WriteKindOf<Context> | undefined
  /**
   * Notified of differences between responses of networks and their documentation (`drift`), and of the fields of
   * responses (`fields`); absent if nothing listens.
   */
  observer?: { drift(drift: Drift): void; fields(report: FieldReport): void }
  /**
   * Returns the current time without a query: by the clock of the database after `followClock`, before that by the
   * clock of the machine.
   */
  now(): Date
  /** Returns a new id, a uuidv7 of the time by the clock of the database, with which ids are compared. */
  newId(): string
  /**
   * Lets `now` follow the clock of the database from then on. Resolves after the first comparison of the clocks. Never
   * rejects: a failed comparison is logged and retried.
   */
  followClock(): Promise<void>
  /**
   * Returns the milliseconds by which the clock of the database is ahead of the machine's, as last compared; 0 before
   * `followClock`.
   */
  clockAheadMs(): number
  /** Queries the database for the time by its clock, which all processes share. */
  databaseNow(): Promise<Date>
  /**
   * `name` is the id of this worker in the job queue, whose lease this process holds; null if the process is not a
   * worker.
   */
  worker: { name: string | null }
  /** Called at each checkpoint. Fault-injection tests end the process there; otherwise nothing happens. */
  checkpoint(name: Checkpoint): Promise<void> | void
  close(): Promise<void>
}

/**
 * The points of carrying out an external write at which fault-injection tests end the process, because a crash leaves a
 * different state at each.
 */
export const checkpoints = [
  'write.claimed',
  'media.prepared',
  'state.stored',
  'intent.stored',
  'commit.responded',
  'commit.stored',
  'finish.next',
] as const

/**
 * The points at which fault-injection tests end the process while a post's comments are read into Carillon's copy (the
 * stored list of its comments).
 */
export const copyCheckpoints = ['comments.read', 'comments.stored'] as const

/** The points at which fault-injection tests end the process while a due schedule becomes an external write. */
export const scheduleCheckpoints = ['schedule.due', 'schedule.taken'] as const
export type Checkpoint =
  | (typeof checkpoints)[number]
  | (typeof copyCheckpoints)[number]
  | (typeof scheduleCheckpoints)[number]
