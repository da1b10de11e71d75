import { isIP, isIPv6 } from 'node:net'
import { featuresOf, type Platform, platforms } from '@carillon/domain'
import { tableOf } from '@carillon/errors'
import type { LogLevel } from '@carillon/log'
import { settingsOf } from '@carillon/providers'
import type { Config, NetworkConfig, S3Config } from './config.ts'
import { ConfigError } from './config-error.ts'
import { parseEncryptionKeys } from './encryption-keys.ts'
import { networkVariables } from './network-variables.ts'
import { type Env, isOn, lookUp, makeReader, type Reader, urlIn } from './reader.ts'

const logLevels: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function readProxies(read: Reader): string[] {
  return read.list('TRUSTED_PROXIES').map((entry) => {
    if (isNetwork(entry)) return entry
    throw new ConfigError(
      `TRUSTED_PROXIES contains "${entry}"; use IP addresses such as 10.0.0.7 or networks such as 10.0.0.0/8.`,
    )
  })
}

function readS3(read: Reader): S3Config | null {
  const bucket = read.text('S3_BUCKET')
  if (!bucket) {
    const unused = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find((name) =>
      read.text(name),
    )
    if (unused === undefined) return null
    throw new ConfigError(`Set S3_BUCKET, or remove ${unused}: without a bucket, files are kept on disk.`)
  }
  const [accessKeyId, secretAccessKey] = [read.text('S3_ACCESS_KEY_ID'), read.text('S3_SECRET_ACCESS_KEY')]
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey)) {
    throw new ConfigError('Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY together, or neither of them.')
  }
  return {
    bucket,
    region: read.text('S3_REGION'),
    endpoint: read.httpUrl('S3_ENDPOINT') || null,
    forcePathStyle: read.onOff('S3_FORCE_PATH_STYLE'),
    credentials: accessKeyId ? { accessKeyId, secretAccessKey } : null,
    presigned: read.onOff('S3_PRESIGNED_URLS'),
  }
}

/**
 * Parses a comma-separated list of features of a network.
 * @throws ConfigError for a feature that the network does not have
 */
function readFeatures(platform: Platform, { name, value }: { name: string; value: string }) {
  const known = featuresOf(platform)
  return value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const feature = known.find((one) => one === item)
      if (feature) return feature
      throw new ConfigError(`${name} has "${item}"; it takes ${known.join(', ')}, comma-separated.`)
    })
}

function readNetworks(env: Env): Config['networks'] {
  const networks = tableOf(platforms, (): NetworkConfig => ({ hosts: {}, secrets: {} }))
  for (const { name, platform, kind, key, fallback } of networkVariables) {
    const value = lookUp(env, name) || fallback
    const network = networks[platform]
    if (kind === 'features') {
      network.features = readFeatures(platform, { name, value })
      continue
    }
    if (kind === 'option') {
      const options = settingsOf[platform].options?.filter((option) => option === key && isOn(name, value)) ?? []
      network.options = [...(network.options ?? []), ...options]
      continue
    }
    if (kind === 'secret') {
      if (value) network.secrets[key] = value
      continue
    }
    network.hosts[key] = urlIn(name, value).replace(/(?<!\/)\/+$/, '')
  }
  return networks
}

function readLogLevel(read: Reader): LogLevel {
  const text = read.text('LOG_LEVEL')
  const level = logLevels.find((one) => one === text)
  if (level === undefined) throw new ConfigError(`LOG_LEVEL is "${text}"; it must be one of ${logLevels.join(', ')}.`)
  return level
}

function readPromotesSynchronous(read: Reader): boolean {
  const text = read.text('DATABASE_FAILOVER')
  if (text === 'synchronous' || text === 'asynchronous') return text === 'synchronous'
  throw new ConfigError(`DATABASE_FAILOVER is "${text}"; it takes synchronous or asynchronous.`)
}

/**
 * Reads origins that may be reached although they are not public. The port of one may be `*`, for every port.
 * @param example an origin, for the message
 * @throws ConfigError for an entry that is not an origin
 */
function readOrigins(
  read: Reader,
  name: 'WEBHOOK_ALLOWED_ORIGINS' | 'MEDIA_ALLOWED_ORIGINS',
  example: string,
): string[] {
  return read.list(name).map((entry) => {
    const origin = entry.replace(/:\*$/, '')
    if (URL.parse(origin)?.origin === origin && !origin.includes('*')) return entry
    throw new ConfigError(`${name} contains "${entry}"; use origins such as ${example} or http://127.0.0.1:*.`)
  })
}

/** The maximum for request limits: the database counts requests in 32 bits. */
const maxRequestsPerMinute = 1_000_000_000

function readRequestLimits(read: Reader) {
  const bounds = { min: 1, max: maxRequestsPerMinute }
  const requestsPerMinute = read.integer('REQUESTS_PER_MINUTE', bounds)
  const requestsPerMinuteOfOrganization = read.text('REQUESTS_PER_MINUTE_ORGANIZATION')
    ? read.integer('REQUESTS_PER_MINUTE_ORGANIZATION', bounds)
    : Math.min(10 * requestsPerMinute, maxRequestsPerMinute)
  return { requestsPerMinute, requestsPerMinuteOfOrganization }
}

/**
 * Reads the IP address or host name to listen on. An IPv6 address may be in brackets, as in URLs.
 * @throws ConfigError for anything else, such as an address with a port or, since no URL can contain it, with a zone
 */
function readHost(read: Reader): string {
  const text = read.text('HOST')
  const inBrackets = /^\[([^%]+)\]$/.exec(text)?.[1] ?? ''
  if (isIPv6(inBrackets)) return inBrackets
  if (/^[\w.-]+$/.test(text) || (isIPv6(text) && !text.includes('%'))) return text
  throw new ConfigError(`HOST is "${text}"; it takes an IP address such as 127.0.0.1 or ::1, without a port.`)
}

function readGateway(read: Reader): Config['gateway'] {
  return {
    host: readHost(read),
    port: read.port('GATEWAY_PORT'),
    ...readRequestLimits(read),
    wrongKeysPerMinute: read.integer('WRONG_KEYS_PER_MINUTE', { min: 1 }),
    dashboardIdleMs: read.number('DASHBOARD_IDLE_MINUTES', { min: 1 }) * 60_000,
    dashboardSessionMs: read.number('DASHBOARD_SESSION_HOURS', { min: 1 }) * 3_600_000,
    maxConnections: read.integer('MAX_CONNECTIONS', { min: 1 }),
    maxConnectionsPerIp: read.integer('MAX_CONNECTIONS_PER_IP', { min: 1 }),
    trustedProxies: readProxies(read),
    publishWaitMs: read.number('PUBLISH_WAIT_MS'),
    readDeadlineMs: read.number('READ_DEADLINE_MS', { min: 1 }),
    maxBodyBytes: read.text('MAX_BODY_BYTES') ? read.integer('MAX_BODY_BYTES', { min: 1024 }) : null,
    uploadSlots: read.integer('UPLOAD_SLOTS', { min: 1 }),
    uploadBytesPerOrganization: read.integer('UPLOAD_BYTES_PER_ORGANIZATION', { min: 1 }),
    scheduleBytesPerOrganization: read.integer('SCHEDULE_BYTES_PER_ORGANIZATION', { min: 1 }),
    uploadSlotsPerOrganization: read.integer('UPLOAD_SLOTS_PER_ORGANIZATION', { min: 1 }),
    uploadSlotsPerKey: read.integer('UPLOAD_SLOTS_PER_KEY', { min: 1 }),
  }
}

function readWorker(read: Reader): Config['worker'] {
  return {
    host: readHost(read),
    port: read.text('WORKER_PORT') ? read.port('WORKER_PORT') : null,
    concurrency: read.integer('WORKER_CONCURRENCY', { min: 1 }),
    niceness: read.integer('WORKER_NICENESS', { max: 19 }),
    settleScale: read.number('SETTLE_SCALE'),
  }
}

function readTracing(read: Reader, env: Env): Config['tracing'] {
  const endpoint = read.httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === '') return null
  const ratio = read.number('OTEL_TRACES_SAMPLER_ARG', { max: 1 })
  return { ratio, endpoint: env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ? undefined : endpoint }
}

/**
 * Reads the configuration from environment variables, or from the files named in `<NAME>_FILE`, which take precedence.
 * @throws ConfigError if a variable is missing or invalid
 */
export function readConfig(env: Env): Config {
  const read = makeReader(env)
  const logLevel = readLogLevel(read)
  const publicUrl = read.origin('PUBLIC_URL')
  const sessionDatabaseUrl = read.text('DATABASE_SESSION_URL') ? read.databaseUrl('DATABASE_SESSION_URL') : null
  return {
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    sessionDatabaseUrl,
    databaseConnections: read.integer('DATABASE_CONNECTIONS', { min: 1 }),
    promotesSynchronous: readPromotesSynchronous(read),
    preparedStatements: read.text('DATABASE_PREPARED_STATEMENTS')
      ? read.onOff('DATABASE_PREPARED_STATEMENTS')
      : sessionDatabaseUrl === null,
    logLevel,
    publicUrl,
    billingUrl: read.httpUrl('BILLING_URL') || `${publicUrl}/billing`,
    sandboxUrl: read.text('SANDBOX_URL') ? read.origin('SANDBOX_URL') : null,
    connectConfirmation: read.onOff('CONNECT_CONFIRMATION'),
    push: read.onOff('PUSH'),
    mcp: read.onOff('MCP'),
    statusPage: read.onOff('STATUS_PAGE'),
    gateway: readGateway(read),
    worker: readWorker(read),
    tracing: readTracing(read, env),
    auditKeptDays: read.number('AUDIT_KEPT_DAYS', { min: 0.0001 }),
    eventsKeptDays: read.number('EVENTS_KEPT_DAYS', { min: 0.0001 }),
    requests: {
      keptDays: read.number('REQUESTS_KEPT_DAYS', { min: 0.0001 }),
      maxPerOrganization: read.integer('REQUESTS_PER_ORGANIZATION'),
    },
    webhooks: {
      allowedOrigins: readOrigins(read, 'WEBHOOK_ALLOWED_ORIGINS', 'https://hooks.internal:8443'),
      retryScale: read.number('WEBHOOK_RETRY_SCALE'),
    },
    comments: {
      staleAfterSeconds: read.text('COMMENTS_STALE_AFTER_SECONDS') ? read.number('COMMENTS_STALE_AFTER_SECONDS') : null,
      maxPerPost: read.integer('COMMENTS_PER_POST', { min: 1 }),
      keptDays: read.number('COMMENTS_KEPT_DAYS', { min: 1 }),
    },
    encryptionKeys: parseEncryptionKeys(read.list('ENCRYPTION_KEYS')),
    media: {
      publicUrl: read.text('MEDIA_PUBLIC_URL') ? read.origin('MEDIA_PUBLIC_URL') : publicUrl,
      dir: read.text('MEDIA_DIR'),
      freeFloorBytes: read.integer('MEDIA_FREE_FLOOR_BYTES'),
      s3: readS3(read),
      allowedOrigins: readOrigins(read, 'MEDIA_ALLOWED_ORIGINS', 'https://media.internal:8443'),
      graceMinutes: read.number('MEDIA_GRACE_MINUTES'),
      publishBytesPerOrganization: read.integer('PUBLISH_BYTES_PER_ORGANIZATION', { min: 1 }),
    },
    spoolDir: read.text('SPOOL_DIR'),
    networks: readNetworks(env),
  }
}
