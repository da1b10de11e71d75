import { EventEmitter } from 'node:events'
import {
  createEncryption,
  type Db,
  databaseTime,
  feedChannel,
  idAt,
  type Listener,
  listen,
  openDb,
  openPool,
  writeChannel,
} from '@carillon/database'
import type { ProcessLogger } from '@carillon/log'
import {
  createDiskFiles,
  createDiskStore,
  type MediaStore,
  type NamedFiles,
  openS3Files,
  openS3Store,
} from '@carillon/media'
import { createOutbound, type Outbound } from '@carillon/outbound'
import { registry } from '@carillon/providers'
import { bucketOf } from './config/bucket-of.ts'
import type { Config } from './config/config.ts'
import { ownHosts } from './config/own-hosts.ts'
import { sessionUrlOf } from './config/session-url.ts'
import type { Context } from './context.ts'
import { outcomeOf } from './monitoring/call-outcome.ts'
import { createAuditWriter } from './process-state/audit-writer.ts'
import { createCallCounter } from './process-state/call-counter.ts'
import { createCounters } from './process-state/counters.ts'
import { createDatabaseClock, type MachineClock } from './process-state/database-clock.ts'
import { createDurations } from './process-state/durations.ts'
import { createEventNumbering } from './process-state/event-numbering.ts'
import { createFailoverWatch } from './process-state/failover-watch.ts'
import { createHint } from './process-state/hint.ts'
import { createKeyring } from './process-state/keyring.ts'
import { listenLate } from './process-state/late-listener.ts'
import { createPageCache } from './process-state/pages/page-cache.ts'
import { createProcessState } from './process-state/process-state.ts'
import { createRejectedKeys } from './process-state/rejected-keys.ts'
import { createRequestRecorder } from './process-state/request-recorder.ts'
import { createSessionRegister } from './process-state/session-register.ts'
import { createSharedReads } from './process-state/shared-reads.ts'
import { createWebhookIntake } from './process-state/webhook-intake.ts'
import { createWriteWatch } from './process-state/write-watch.ts'
import { maxAttempts } from './webhook-deliveries/places.ts'
import { createEndpointOutbound } from './webhook-endpoints/endpoint-outbound.ts'
import { findWriteKind } from './write-kinds.ts'

/** Dependencies that replace those which `createContext` would create, in tests and tools. */
export type Overrides = Partial<
  Pick<
    Context,
    'now' | 'databaseNow' | 'registry' | 'outbound' | 'endpointOutbound' | 'media' | 'checkpoint' | 'kindOf'
  >
> & {
  /** The clocks of the machine, which tests replace. */
  machine?: MachineClock
}

interface ContextOptions extends Overrides {
  log: ProcessLogger
  /**
   * Whether the database notifies the process of changes of writes, events and API keys; true by default. False for a
   * process with no waiting clients, which each notification would wake in vain.
   */
  notified?: boolean
  /**
   * Whether the database may still be unreachable. The process is then notified as soon as it can be reached; without
   * this, `createContext` throws if a process that is notified cannot reach it. False by default.
   */
  beforeDatabase?: boolean
}

/** The maximum size in bytes of the cached pages of comments, and of those of messages. */
const pageCacheBytes = 64 * 1024 * 1024

/**
 * Builds the context that all apps share: configuration, database, media store, adapters and logger. Call its `close`
 * when the process ends.
 * @param options.notified whether the database notifies the process of changes of writes, events and API keys
 * @param options.beforeDatabase whether the database may still be unreachable; notifications begin once it is reached
 * @throws Error if the database cannot be reached although `notified` is true and `beforeDatabase` is false
 */
export async function createContext(
  config: Config,
  { log, notified = true, beforeDatabase = false, ...overrides }: ContextOptions,
): Promise<Context> {
  // Opened before the database, as nothing has to be closed if they fail.
  const media = overrides.media ?? (await openMediaStore(config))
  const tokenSpool = await openTokenSpool(config)
  const clocks = createClocks(() => databaseTime(db), { log, ...overrides })
  const { now } = clocks
  const { databaseConnections: max, preparedStatements: prepares, sessionDatabaseUrl } = config
  const counters = createCounters()
  const durations = createDurations()
  const epoch = createFailoverWatch({ config, counters, log })
  const pool = openPool({ url: config.databaseUrl, log, max, prepares, pooled: sessionDatabaseUrl !== null, epoch })
  const buffers = createBuffers({ config, log, now, db: () => db })
  const db = openDb(pool, { maxQueued: 2 * config.worker.concurrency, onEvents: () => buffers.events.soon() })
  const listener = notified ? await openListener(config, { log, beforeDatabase }) : silence()
  const keyring = createKeyring({ db, events: listener.events, now, log })
  const outbound = overrides.outbound ?? createMeasuredOutbound(config, { log, durations, ...buffers })
  const endpointOutbound = overrides.endpointOutbound ?? createEndpointOutbound(config, log, maxAttempts)
  return {
    config,
    log,
    pool,
    db,
    encryption: createEncryption(config.encryptionKeys),
    media,
    tokenSpool,
    outbound,
    endpointOutbound,
    registry: overrides.registry ?? registry,
    keyring,
    counters,
    durations,
    ...buffers,
    ...createMemory({ config, db, now, notifications: listener.events }),
    kindOf: overrides.kindOf ?? findWriteKind,
    ...clocks,
    worker: { name: null },
    checkpoint: overrides.checkpoint ?? (() => {}),
    async close() {
      await keyring.flush().catch((error: unknown) => log.warn({ err: error }, 'last use of keys not stored'))
      const { audit, requests, callCounter, events } = buffers
      for (const buffer of [audit, requests, callCounter, events]) await buffer.close()
      for (const connections of [listener, outbound, endpointOutbound]) await connections.close()
      await pool.end()
    },
  }
}

/** Creates what stores in the database, a moment later, what happens in the process. */
function createBuffers({ config, log, now, db }: Pick<Context, 'config' | 'log' | 'now'> & { db(): Db }) {
  const deliveryHint = createHint()
  return {
    deliveryHint,
    events: createEventNumbering({ db, log, onDeliveries: () => deliveryHint.give() }),
    audit: createAuditWriter({ db, log }),
    requests: createRequestRecorder({ db, log, enabled: config.requests.maxPerOrganization > 0 }),
    callCounter: createCallCounter({ db, log, now }),
  }
}

/** Listens for notifications of the database; if `beforeDatabase`, from when it can be reached. */
async function openListener(
  config: Config,
  { log, beforeDatabase }: { log: ProcessLogger; beforeDatabase: boolean },
): Promise<Listener> {
  const source = { url: sessionUrlOf(config), channels: [writeChannel, feedChannel, 'api_key'], log }
  return beforeDatabase ? listenLate(source) : listen(source)
}

/** Creates the clocks of a process, which follow that of the database unless a test replaces them. */
function createClocks(
  read: () => Promise<Date>,
  { log, now, databaseNow, machine }: Pick<ContextOptions, 'log' | 'now' | 'databaseNow' | 'machine'>,
): Pick<Context, 'now' | 'newId' | 'followClock' | 'clockAheadMs' | 'databaseNow'> {
  const clock = createDatabaseClock({ read, log, machine })
  const known = { newId: () => idAt(clock.now()), clockAheadMs: clock.aheadMs }
  if (!now) return { ...known, now: clock.now, followClock: clock.follow, databaseNow: databaseNow ?? read }
  return { ...known, now, followClock: async () => {}, databaseNow: databaseNow ?? (async () => now()) }
}

type Memory =
  | 'rejectedKeys'
  | 'dashboardSessions'
  | 'writes'
  | 'feeds'
  | 'commentPages'
  | 'messagePages'
  | 'intake'
  | 'sharedReads'
  | 'state'

/** Creates what a process keeps in memory and does not have to close. */
function createMemory({
  config,
  db,
  now,
  notifications,
}: Pick<Context, 'config' | 'db' | 'now'> & { notifications: EventEmitter }): Pick<Context, Memory> {
  return {
    rejectedKeys: createRejectedKeys({ perMinute: config.gateway.wrongKeysPerMinute, now }),
    dashboardSessions: createSessionRegister(db),
    writes: createWriteWatch(notifications),
    feeds: createWriteWatch(notifications, feedChannel),
    commentPages: createPageCache({ maxBytes: pageCacheBytes }),
    messagePages: createPageCache({ maxBytes: pageCacheBytes }),
    intake: createWebhookIntake({ db, now }),
    sharedReads: createSharedReads(),
    state: createProcessState(),
  }
}

/** Builds the client for calls to networks, which logs, measures and counts them. */
function createMeasuredOutbound(
  config: Config,
  { log, durations, callCounter }: Pick<Context, 'log' | 'durations' | 'callCounter'>,
): Outbound {
  return createOutbound({
    log,
    onCall(call) {
      durations.observe('network_call', [call.network, call.operation, outcomeOf(call)], call.durationMs / 1_000)
      callCounter.add(call)
    },
    allowedOrigins: config.media.allowedOrigins,
    ownHosts: ownHosts(config),
  })
}

/** Returns a listener that receives no notifications. */
function silence(): Listener {
  return { events: new EventEmitter(), close: async () => {} }
}

async function openMediaStore({ media }: Config): Promise<MediaStore> {
  const { s3 } = media
  if (!s3) return createDiskStore({ dir: media.dir, freeFloor: media.freeFloorBytes })
  return openS3Store(bucketOf(s3))
}

/**
 * Opens the token spool, the folder for refreshed tokens that the database could not store: in the bucket of the media
 * store if there is one, so that all machines see it; otherwise on disk.
 */
async function openTokenSpool({ media: { s3 }, spoolDir }: Config): Promise<NamedFiles> {
  return s3 ? openS3Files({ ...bucketOf(s3), prefix: 'spool/' }) : createDiskFiles(spoolDir)
}
