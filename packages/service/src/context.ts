import { EventEmitter } from 'node:events'
import {
  createEncryption,
  type Db,
  type Encryption,
  type Listener,
  listen,
  openDb,
  openPool,
  type SessionGrant,
} from '@carillon/database'
import type { ProcessLogger } from '@carillon/log'
import { createDiskStore, type MediaStore, openS3Store } from '@carillon/media'
import { createOutbound, type Outbound } from '@carillon/outbound'
import { type Drift, type FieldReport, type Registry, registry } from '@carillon/providers'
import { createPageCache, type PageCache } from './comments/page-cache.ts'
import type { Config } from './config/config.ts'
import { sessionUrlOf } from './config/session-url.ts'
import { type Counters, createCounters } from './counters.ts'
import { createSessionRegister } from './dashboard-sessions/session-register.ts'
import { createWriteWatch, type WriteWatch, writeChannel } from './journal/write-watch.ts'
import { createKeyring, type Keyring } from './keys/keyring.ts'
import type { Register } from './keys/register.ts'
import { createRejectedKeys, type RejectedKeys } from './keys/rejected-keys.ts'
import type { MessagePage } from './messages/message-page.ts'
import { createSharedReads, type SharedReads } from './reports/shared-reads.ts'
import { createWebhookIntake, type WebhookIntake } from './webhooks/intake.ts'

type Pool = ReturnType<typeof openPool>

/** What use cases and jobs work with: made once a process. */
export interface Context {
  config: Config
  log: ProcessLogger
  pool: Pool
  db: Db
  encryption: Encryption
  media: MediaStore
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

export type Overrides = Partial<Pick<Context, 'now' | 'registry' | 'outbound' | 'media' | 'checkpoint'>>

export interface ContextOptions extends Overrides {
  log: ProcessLogger
  /**
   * Whether the process is notified of changes of writes and keys. A process for whose requests nobody waits needs no
   * notifications, each of which would wake it and its connection; true by default.
   */
  notified?: boolean
}

/** Builds the context that all apps share: configuration, database, media store, adapters and logger. */
export async function createContext(
  config: Config,
  { log, notified = true, ...overrides }: ContextOptions,
): Promise<Context> {
  const now = overrides.now ?? (() => new Date())
  const { databaseConnections: max, preparedStatements: prepares, sessionDatabaseUrl } = config
  const pool = openPool({ url: config.databaseUrl, log, max, prepares, pooled: sessionDatabaseUrl !== null })
  const channels = [writeChannel, 'api_key']
  const listener: Listener = notified ? await listen({ url: sessionUrlOf(config), channels, log }) : silence()
  const keyring = createKeyring({ pool, events: listener.events, now, log })
  const outbound =
    overrides.outbound ??
    createOutbound({
      log,
      allowedOrigins: config.media.allowedOrigins,
      ownHosts: [config.publicUrl, config.media.publicUrl]
        .map((url) => new URL(url).hostname)
        .filter((host) => !isLoopback(host)),
    })
  const db = openDb(pool)
  return {
    config,
    log,
    pool,
    db,
    encryption: createEncryption(config.encryptionKeys),
    media: overrides.media ?? (await openMediaStore(config)),
    outbound,
    registry: overrides.registry ?? registry,
    keyring,
    rejectedKeys: createRejectedKeys({ perMinute: config.gateway.wrongKeysPerMinute, now }),
    dashboardSessions: createSessionRegister(db),
    writes: createWriteWatch(listener.events),
    commentPages: createPageCache({ maxBytes: 64 * 1024 * 1024 }),
    messagePages: createPageCache({ maxBytes: 64 * 1024 * 1024 }),
    intake: createWebhookIntake({ db, now }),
    sharedReads: createSharedReads(),
    counters: createCounters(),
    now,
    worker: { name: null },
    checkpoint: overrides.checkpoint ?? (() => {}),
    async close() {
      await keyring.flush().catch((error: unknown) => log.warn({ err: error }, 'last use of keys not stored'))
      await listener.close()
      await outbound.close()
      await pool.end()
    },
  }
}

/** Notifies nobody. */
function silence(): Listener {
  return { events: new EventEmitter(), close: async () => {} }
}

async function openMediaStore({ media }: Config): Promise<MediaStore> {
  const { s3 } = media
  if (!s3) return createDiskStore({ dir: media.dir, freeFloor: media.freeFloorBytes })
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = s3
  const elsewhere = endpoint === null ? {} : { endpoint, forcePathStyle: true }
  return openS3Store({ bucket, region, credentials: { accessKeyId, secretAccessKey }, ...elsewhere })
}

function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(host)
}
