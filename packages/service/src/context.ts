import type { Db, Encryption, openPool, SessionGrant } from '@carillon/database'
import type { ProcessLogger } from '@carillon/log'
import type { MediaStore, NamedFiles } from '@carillon/media'
import type { Outbound } from '@carillon/outbound'
import type { Drift, FieldReport, Registry } from '@carillon/providers'
import type { Config } from './config/config.ts'
import type { Counters } from './process-state/counters.ts'
import type { Keyring } from './process-state/keyring.ts'
import type { MessagePage } from './process-state/message-page.ts'
import type { PageCache } from './process-state/page-cache.ts'
import type { ProcessState } from './process-state/process-state.ts'
import type { Register } from './process-state/register.ts'
import type { RejectedKeys } from './process-state/rejected-keys.ts'
import type { SharedReads } from './process-state/shared-reads.ts'
import type { WebhookIntake } from './process-state/webhook-intake.ts'
import type { WriteWatch } from './process-state/write-watch.ts'
import type { WriteKindOf } from './write-kind.ts'

type Pool = ReturnType<typeof openPool>

/** What use cases and jobs work with: made once a process. */
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
  registry: Registry
  keyring: Keyring
  rejectedKeys: RejectedKeys
  dashboardSessions: Register<SessionGrant>
  writes: WriteWatch
  /** Responses about posts with comments that were read last. */
  commentPages: PageCache
  /** Lists of messages that were read last. */
  messagePages: PageCache<MessagePage>
  intake: WebhookIntake
  /** Live reads that are running in this process. */
  sharedReads: SharedReads<object>
  /** What is counted in this process. */
  counters: Counters
  /** What is in flight in this process, and what it holds of limits that processes share. */
  state: ProcessState
  /** The kind of a stored write; undefined for one that this version does not know. */
  kindOf(name: string): WriteKindOf<Context> | undefined
  /** Told how responses of networks compare with their documentation; absent where nobody watches. */
  observer?: { drift(drift: Drift): void; fields(report: FieldReport): void }
  now(): Date
  /** The worker pool whose lease this process holds; null in processes that are no workers. */
  worker: { name: string | null }
  /** Named places at which fault tests end the process; does nothing otherwise. */
  checkpoint(name: Checkpoint): Promise<void> | void
  close(): Promise<void>
}

/** Every place in an external write at which dying makes a difference. */
export const checkpoints = [
  'write.claimed',
  'media.prepared',
  'state.stored',
  'intent.stored',
  'commit.answered',
  'commit.stored',
  'finish.next',
] as const

/** Such places in a pass over the comments of a post. */
export const copyCheckpoints = ['comments.read', 'comments.stored'] as const
export type Checkpoint = (typeof checkpoints)[number] | (typeof copyCheckpoints)[number]
