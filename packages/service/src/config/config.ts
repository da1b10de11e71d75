import type { EncryptionKey } from '@carillon/database'
import type { Feature, Platform } from '@carillon/domain'
import type { LogLevel } from '@carillon/log'
import type { NetworkOption } from '@carillon/providers'

/** All settings of the operator, read once when the process starts. */
export interface Config {
  databaseUrl: string
  /** The URL of the database itself if `databaseUrl` is that of a pooler in transaction mode; otherwise null. */
  sessionDatabaseUrl: string | null
  /** The maximum number of connections to `databaseUrl`. */
  databaseConnections: number
  /** Whether statements are prepared under names. */
  preparedStatements: boolean
  /** Whether only a synchronous standby, which has every confirmed commit, is ever promoted to primary. */
  promotesSynchronous: boolean
  logLevel: LogLevel
  /** Origin under which browsers and networks reach the gateway; no trailing slash. */
  publicUrl: string
  /** The URL of the page on which an organization puts a card on file. */
  billingUrl: string
  /** The origin of the sandbox, which simulates the networks and shows the calls to them; null without a sandbox. */
  sandboxUrl: string | null
  /** Whether a user confirms on a Carillon page to which profile the account is connected. */
  connectConfirmation: boolean
  /**
   * Whether Carillon subscribes connected accounts to the webhook events of networks that have them. If not, such
   * events of networks that can be polled are discarded.
   */
  push: boolean
  /** Whether the gateway serves the Model Context Protocol. */
  mcp: boolean
  /** Whether the gateway serves the public status page at `/status`. */
  statusPage: boolean
  gateway: {
    host: string
    port: number
    /** The maximum number of requests per minute for each API key. */
    requestsPerMinute: number
    /** The maximum number of requests per minute for all API keys of an organization together. */
    requestsPerMinuteOfOrganization: number
    /**
     * The maximum number of requests per minute with an invalid API key or session from one IP address (IPv6: from one
     * /64 network), for each gateway.
     */
    wrongKeysPerMinute: number
    /** Milliseconds without a request after which a session of the dashboard ends. */
    dashboardIdleMs: number
    /** Milliseconds after which a session of the dashboard ends, even if it is used. */
    dashboardSessionMs: number
    /** The maximum number of open connections of one gateway. */
    maxConnections: number
    /** The maximum number of open connections of one gateway from one IP address (IPv6: from one /64 network). */
    maxConnectionsPerIp: number
    /** Proxies whose `X-Forwarded-For` is trusted, as IP addresses or networks in CIDR notation. */
    trustedProxies: string[]
    /** Milliseconds that a publish request waits for its outcome before the response is 202. */
    publishWaitMs: number
    /** Deadline in ms of the calls to networks for a read, such as of the posts of several accounts or of a report. */
    readDeadlineMs: number
    /** The maximum size of a publish body in bytes; null for the size that its schema allows. */
    maxBodyBytes: number | null
    /** The maximum number of uploads that one gateway receives at the same time. */
    uploadSlots: number
    /** The maximum number of uploads that one gateway receives at the same time with all keys of an organization. */
    uploadSlotsPerOrganization: number
    /** The maximum number of uploads that one gateway receives at the same time with one API key. */
    uploadSlotsPerKey: number
    /**
     * The maximum size in bytes of all uploads of an organization that have not expired, together, and of all its
     * bodies that one gateway receives at the same time.
     */
    uploadBytesPerOrganization: number
    /**
     * The maximum size in bytes of the media files of all posts of an organization that are scheduled or held,
     * together.
     */
    scheduleBytesPerOrganization: number
  }
  worker: {
    host: string
    /** The port for health and metrics; null to disable it. */
    port: number | null
    /** The maximum number of simultaneous jobs of one worker. */
    concurrency: number
    /** The minimum niceness of a worker's process, from 0 (the priority of a gateway) to 19 (the lowest priority). */
    niceness: number
    /**
     * Factor for settle times, which a network is given to show the effect of a call whose response was lost; 1 except
     * in tests.
     */
    settleScale: number
  }
  /**
   * The share of traces that is exported, from 0 to 1, and the URL of their collector, undefined if the exporter has
   * one for traces alone in its own variables; null if tracing is off.
   */
  tracing: { ratio: number; endpoint: string | undefined } | null
  /** Days for which entries of the audit log are kept. */
  auditKeptDays: number
  /** Days for which events are kept. */
  eventsKeptDays: number
  /** Which API requests are kept for the request list. */
  requests: {
    /** Days for which requests are kept. */
    keptDays: number
    /** The maximum number of requests kept for each organization; 0 keeps none. */
    maxPerOrganization: number
  }
  webhooks: {
    /** Origins that webhook endpoints may have although they are not public; `*` as the port allows every port. */
    allowedOrigins: string[]
    /** Factor for the delays between delivery attempts; 1 except in tests. */
    retryScale: number
  }
  comments: {
    /**
     * Age in seconds from which stored comments are refreshed when a client reads them, on every network. If null, the
     * capability matrix has the age for each network.
     */
    staleAfterSeconds: number | null
    /** The maximum number of comments stored for a post. */
    maxPerPost: number
    /** Days after which the stored comments of a post that no client has read are deleted. */
    keptDays: number
  }
  /** Keys that encrypt secrets at rest, newest first. */
  encryptionKeys: EncryptionKey[]
  media: {
    /** The origin from which networks fetch media. */
    publicUrl: string
    /** The folder for media; not used if there is a bucket (`s3`). */
    dir: string
    /** Bytes that stay free on the media volume. */
    freeFloorBytes: number
    /** The bucket for media; null to keep them in `dir`. */
    s3: S3Config | null
    /** Origins from which media may be fetched although they are not public; `*` as the port allows every port. */
    allowedOrigins: string[]
    /** Minutes for which media are kept after their publish has ended. */
    graceMinutes: number
    /** The maximum size in bytes of the media files of all publishes of an organization, together, that are stored. */
    publishBytesPerOrganization: number
  }
  /**
   * Directory for refreshed tokens that the database could not store yet. If a bucket is configured, they are written
   * to the bucket instead.
   */
  spoolDir: string
  networks: Record<Platform, NetworkConfig>
}

export interface NetworkConfig {
  /** The base URL of each of the network's hosts, without a slash at the end, keyed by the name in `settingsOf`. */
  hosts: Record<string, string>
  /** The app credentials that are set, keyed by the name in `settingsOf`; those that are not set are missing. */
  secrets: Record<string, string>
  /** Features whose permissions are requested when a user connects an account; all of them if omitted. */
  features?: readonly Feature[]
  /** The options that the operator has enabled; absent if the network has no options. */
  options?: readonly NetworkOption[]
}

export interface S3Config {
  bucket: string
  region: string
  /** The URL of an S3-compatible service; null for AWS. */
  endpoint: string | null
  /**
   * Whether the bucket is in the path of the URLs of `endpoint`, not in their host name. AWS gets it as a host name.
   */
  forcePathStyle: boolean
  /** Static access keys; null if the environment provides credentials, such as the role of a container. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether networks that accept a media URL of any host fetch media from the bucket by presigned URLs. */
  presigned: boolean
}
