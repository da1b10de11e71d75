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
  /** Refreshed tokens that the database could not store yet. */
  tokenSpool: NamedFiles
  outbound: Outbound
  /** Given when webhook deliveries may be due. */
  deliveryHint: Hint
  /** The connections to webhook endpoints. */
  endpointOutbound: Outbound
  registry: Registry
  keyring: Keyring
  rejectedKeys: RejectedKeys
  dashboardSessions: Register<SessionGrant>
  writes: WriteWatch
  audit: AuditWriter
  /** Keeps the requests of the last days. */
  requests: RequestRecorder
  events: EventNumbering
  /** Announcements that the feed of an organization has grown. */
  feeds: WriteWatch
  /** Responses about posts with comments that were read last. */
  commentPages: PageCache
  /** Lists of messages that were read last. */
  messagePages: PageCache<MessagePage>
  intake: WebhookIntake
  /** Live reads that are running in this process. */
  sharedReads: SharedReads<object>
  /** The counters of this process. */
  counters: Counters
  /** Counts the calls of this process to networks. */
  callCounter: CallCounter
  /** What this process measures. */
  durations: Durations
  /** Operations in flight in this process, and its part of the limits that processes share. */
  state: ProcessState
  /** The kind of a stored write; undefined for one that this version does not know. */
  kindOf(name: string): WriteKindOf<Context> | undefined
  /** Notified how responses of networks compare with their documentation; absent if nothing listens. */
  observer?: { drift(drift: Drift): void; fields(report: FieldReport): void }
  /**
   * The time, without a query: by the clock of the database once the process follows it, until then by that of its machine.
   */
  now(): Date
  /** Lets `now` follow the clock of the database. */
  followClock(): Promise<void>
  /** The time by the clock of the database, which all processes share. */
  databaseNow(): Promise<Date>
  /** The worker pool whose lease this process holds; null if the process is not a worker. */
  worker: { name: string | null }
  /** Checkpoints at which fault-injection tests end the process; does nothing otherwise. */
  checkpoint(name: Checkpoint): Promise<void> | void
  close(): Promise<void>
}

/** The points of an external write at which a crash leaves different states. */
export const checkpoints = [
  'write.claimed',
  'media.prepared',
  'state.stored',
  'intent.stored',
  'commit.responded',
  'commit.stored',
  'finish.next',
] as const

/** The same for a pass over the comments of a post. */
export const copyCheckpoints = ['comments.read', 'comments.stored'] as const

/** The same for a schedule that becomes a write. */
export const scheduleCheckpoints = ['schedule.due', 'schedule.taken'] as const
export type Checkpoint =
  | (typeof checkpoints)[number]
  | (typeof copyCheckpoints)[number]
  | (typeof scheduleCheckpoints)[number]
