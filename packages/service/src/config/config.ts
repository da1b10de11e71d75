import type { EncryptionKey } from '@carillon/database'
import type { Feature, Platform } from '@carillon/domain'
import type { LogLevel } from '@carillon/log'
import type { NetworkOption } from '@carillon/providers'

/** Everything that an operator can set, read once at boot. */
export interface Config {
  databaseUrl: string
  /**
   * The database itself where `databaseUrl` is that of a pooler, which gives a connection for one transaction; else
   * null.
   */
  sessionDatabaseUrl: string | null
  /** The maximum number of connections to `databaseUrl`. */
  databaseConnections: number
  /** Whether statements are prepared under names. */
  preparedStatements: boolean
  /** Whether only a standby that has every confirmed commit is ever promoted to take writes. */
  promotesSynchronous: boolean
  logLevel: LogLevel
  /** Origin under which browsers and networks reach the gateway; no trailing slash. */
  publicUrl: string
  /** Where an organization puts a card on file. */
  billingUrl: string
  /** Where the sandbox shows what happened on its networks; null without one. */
  sandboxUrl: string | null
  /** Whether a user confirms, on a Carillon page, for whom an account is connected. */
  connectConfirmation: boolean
  /** Whether networks push the events of connected accounts, where they can. */
  push: boolean
  /** Whether the gateway serves the Model Context Protocol. */
  mcp: boolean
  /** Whether the status page is public. */
  statusPage: boolean
  gateway: {
    host: string
    port: number
    /** Requests a minute for each key. */
    requestsPerMinute: number
    /** Requests a minute for all keys of an organization together. */
    requestsPerMinuteOfOrganization: number
    /** Requests a minute that one address may send with a key that is not valid. */
    wrongKeysPerMinute: number
    /** How long a session of the dashboard lasts without use, and in any case. */
    dashboardIdleMs: number
    dashboardSessionMs: number
    /** Connections that may be open at once, in all and for each IP address. */
    maxConnections: number
    maxConnectionsPerIp: number
    /** Proxies whose word on the caller's address counts, as addresses or networks. */
    trustedProxies: string[]
    /** How long a publish request waits for its outcome before the response is 202. */
    publishWaitMs: number
    /** How long a read over several accounts may take. */
    readDeadlineMs: number
    /** The maximum size of a publish body in bytes; null for the size that its schema allows. */
    maxBodyBytes: number | null
    /** Uploads that may be received at once, in all and for each key. */
    uploadSlots: number
    uploadSlotsPerKey: number
    /** Maximum bytes of all uploads of an organization that have not expired. */
    uploadBytesPerOrganization: number
  }
  worker: {
    host: string
    /** The port for health and metrics; null to disable it. */
    port: number | null
    concurrency: number
    /**
     * The minimum niceness of a worker's process: 0 is the priority of a gateway, 19 the lowest priority.
     */
    niceness: number
    /** Scales the time that lost responses are given to take effect at a network; 1 except in tests. */
    settleScale: number
  }
  /** The share of traces that is exported; null if nothing is traced. */
  tracing: { ratio: number } | null
  /** Days for which entries of the audit log are kept. */
  auditKeptDays: number
  /** Days for which events are kept. */
  eventsKeptDays: number
  /** The requests to the API that are kept. */
  requests: {
    /** Days for which they are kept. */
    keptDays: number
    /** The maximum number of an organization's; none are kept if it is 0. */
    maxPerOrganization: number
  }
  webhooks: {
    /** Origins that webhook endpoints may have although they are not public; `*` as the port allows every port. */
    allowedOrigins: string[]
    /** Scales the delays between attempts; 1 except in tests. */
    retryScale: number
  }
  comments: {
    /** Age from which a copy is refreshed when read, on every network; that of the matrix when null. */
    staleAfterSeconds: number | null
    /** The maximum number of comments in the copy of a post. */
    maxPerPost: number
    /** Days after which a copy that nobody has read is deleted. */
    keptDays: number
  }
  /** Keys that encrypt secrets at rest, newest first. */
  encryptionKeys: EncryptionKey[]
  media: {
    /** Origin under which networks fetch media. */
    publicUrl: string
    dir: string
    /** Bytes that stay free on the media volume. */
    freeFloorBytes: number
    s3: S3Config | null
    /** Origins that media may be fetched from although they are not public; for a sandbox. */
    allowedOrigins: string[]
    /** How long media of a publish that has ended are kept. */
    graceMinutes: number
  }
  /**
   * Directory where refreshed tokens are kept until the database has stored them. With a bucket, they are kept there.
   */
  spoolDir: string
  networks: Record<Platform, NetworkConfig>
}

export interface NetworkConfig {
  hosts: Record<string, string>
  secrets: Record<string, string>
  /** Features whose permissions are requested when a user connects an account; all of them if omitted. */
  features?: readonly Feature[]
  /** The options that the operator has enabled; absent if the network has no options. */
  options?: readonly NetworkOption[]
}

export interface S3Config {
  bucket: string
  region: string
  endpoint: string | null
  /** Static keys; null where the environment of the process gives credentials, as a role does. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether networks that take a URL of any host fetch media from the bucket. */
  presigned: boolean
}
