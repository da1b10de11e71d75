import { limits } from '@carillon/domain'

/**
 * All settings of gateways and workers that do not belong to a network, keyed by the environment variable, with their
 * default and description. A setting whose `fallback` is null is required.
 */
export const variables = {
  DATABASE_URL: {
    fallback: null,
    about:
      'PostgreSQL 15 or newer, or a pooler in transaction mode in front of it. `connect_timeout=30` in the query of the URL gives a connection 30 s to be made instead of 5. Of several servers, `postgres://user@one:5432,two:5432/name`, the one that takes writes is used.',
  },
  DATABASE_SESSION_URL: {
    fallback: '',
    about:
      'PostgreSQL itself, for notifications, locks of a session, the queue and migrations. Required if `DATABASE_URL` is a pooler in transaction mode. Default: `DATABASE_URL`.',
  },
  DATABASE_CONNECTIONS: {
    fallback: '16',
    about: 'Maximum connections of a process to `DATABASE_URL`; see docs/operating.md for those that come on top.',
  },
  DATABASE_PREPARED_STATEMENTS: {
    fallback: '',
    about:
      '`on` or `off`: whether statements are prepared by name. Default: `off` if `DATABASE_SESSION_URL` is set, because not every pooler knows them.',
  },
  DATABASE_FAILOVER: {
    fallback: 'asynchronous',
    about:
      '`synchronous` if only a synchronous standby, which has every confirmed commit, is ever promoted; see docs/operating.md. Otherwise, open writes are looked up on their networks after a failover before they are sent.',
  },
  ENCRYPTION_KEYS: {
    fallback: null,
    about:
      'Keys that encrypt tokens at rest: `<id>:<32 bytes as base64>`, comma-separated. The first key encrypts; all keys decrypt. Former name, still read: `SEAL_KEYS`; if both are set and differ, no process starts.',
  },
  PUBLIC_URL: {
    fallback: 'http://127.0.0.1:8080',
    about: 'Origin under which browsers and social networks reach the gateway.',
  },
  BILLING_URL: {
    fallback: '',
    about: 'URL of the page where an organization puts a card on file. Default: a page of the gateway.',
  },
  SANDBOX_URL: {
    fallback: '',
    about: 'URL of the sandbox that simulates the social networks; the dashboard links to it. Default: none.',
  },
  LOG_LEVEL: {
    fallback: 'info',
    about: 'Minimum level of log lines: fatal, error, warn, info, debug, trace or silent.',
  },
  HOST: { fallback: '127.0.0.1', about: 'IP address on which gateways and workers listen.' },
  GATEWAY_PORT: { fallback: '8080', about: 'Port on which the gateway listens.' },
  REQUESTS_PER_MINUTE: { fallback: '600', about: 'Maximum requests per minute for each API key.' },
  REQUESTS_PER_MINUTE_ORGANIZATION: {
    fallback: '',
    about:
      'Maximum requests per minute for all API keys of an organization together. Default: ten times `REQUESTS_PER_MINUTE`.',
  },
  WRONG_KEYS_PER_MINUTE: {
    fallback: '600',
    about: 'Maximum requests per minute with an invalid API key, for each IP address and gateway.',
  },
  DASHBOARD_IDLE_MINUTES: { fallback: '60', about: 'Minutes after which an unused dashboard session ends.' },
  DASHBOARD_SESSION_HOURS: { fallback: '12', about: 'Maximum hours of a dashboard session.' },
  MAX_CONNECTIONS: { fallback: '8192', about: 'Maximum open connections of one gateway.' },
  MAX_CONNECTIONS_PER_IP: {
    fallback: '512',
    about:
      'Maximum open connections of one gateway for each IP address (IPv6: for each /64 network). Trusted proxies are not limited.',
  },
  TRUSTED_PROXIES: {
    fallback: '',
    about:
      'IP addresses or networks (CIDR) of the proxies in front of the gateway, comma-separated. X-Forwarded-For is used only from these.',
  },
  CONNECT_CONFIRMATION: {
    fallback: 'off',
    about:
      '`on`: users confirm the organization and profile on a page before an account is connected; see docs/security.md.',
  },
  PUSH: {
    fallback: 'on',
    about:
      '`off`: accounts are not subscribed to the events that networks push, and pushed events of networks that can be polled are discarded. `on` takes effect where the network has its `<NETWORK>_VERIFY_TOKEN`.',
  },
  MCP: {
    fallback: 'on',
    about: '`off`: the gateway does not serve the Model Context Protocol at `/mcp`; see docs/mcp.md.',
  },
  STATUS_PAGE: {
    fallback: 'off',
    about:
      '`on`: the gateway shows everybody at `/status` how the networks are and what came of the publishes of 90 days, over all organizations; see docs/operating.md.',
  },
  PUBLISH_WAIT_MS: {
    fallback: '60000',
    about: 'Maximum time in milliseconds that a publish request waits for its outcome.',
  },
  READ_DEADLINE_MS: {
    fallback: '20000',
    about: 'Deadline in milliseconds of the calls to networks for a read, such as of posts or of a report.',
  },
  MAX_BODY_BYTES: {
    fallback: '',
    about: 'Maximum bytes of a publish body. Default: 3.5 GB, enough for the largest post that a network accepts.',
  },
  UPLOAD_SLOTS: { fallback: '64', about: 'Maximum simultaneous uploads of one gateway.' },
  UPLOAD_BYTES_PER_ORGANIZATION: {
    fallback: '20000000000',
    about:
      'Maximum bytes of all uploads of an organization that have not expired, together, and of its bodies that one gateway receives at the same time.',
  },
  SCHEDULE_BYTES_PER_ORGANIZATION: {
    fallback: '20000000000',
    about:
      'Maximum bytes of the media files of all posts of an organization that are scheduled or held, together. Creating or changing a schedule beyond it is rejected.',
  },
  PUBLISH_BYTES_PER_ORGANIZATION: {
    fallback: '20000000000',
    about:
      'Maximum bytes of the media files of all publishes of an organization, together, until they are removed. A post with media beyond it is rejected. Workers need the same value: they download no media beyond it.',
  },
  UPLOAD_SLOTS_PER_ORGANIZATION: {
    fallback: '32',
    about: 'Maximum simultaneous uploads to one gateway with all API keys of an organization together.',
  },
  UPLOAD_SLOTS_PER_KEY: {
    fallback: '32',
    about: 'Maximum simultaneous uploads for one API key. JSON of up to 1 MiB does not count as an upload.',
  },
  WORKER_PORT: { fallback: '', about: 'Port on which a worker serves health checks and metrics. Default: none.' },
  WORKER_CONCURRENCY: {
    fallback: '32',
    about: 'Maximum simultaneous jobs of one worker. Gateways need the same value, which bounds the queue.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    about:
      'URL of a collector of OpenTelemetry that takes traces by OTLP over HTTP (JSON), such as `http://127.0.0.1:4318`. If empty, nothing is traced. `OTEL_EXPORTER_OTLP_HEADERS` and the other variables of the exporter are read by its library.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '0.01',
    about:
      'The share of traces that is exported, from 0 to 1. Spans that failed are always exported, and a client that sends a `traceparent` decides for its own trace.',
  },
  WORKER_NICENESS: {
    fallback: '10',
    about:
      'By how much a worker yields the processor to a gateway on the same machine, from 0 to 19, as `nice` counts. It has no effect on an idle processor.',
  },
  COMMENTS_STALE_AFTER_SECONDS: {
    fallback: '',
    about:
      'Age in seconds from which a copy of comments is refreshed when it is read. Default: 60 or 600, depending on the network.',
  },
  COMMENTS_KEPT_DAYS: {
    fallback: '30',
    about: 'Days without a read after which a copy of comments is deleted. The next read copies the comments again.',
  },
  AUDIT_KEPT_DAYS: { fallback: '400', about: 'Days for which entries of the audit log are kept.' },
  EVENTS_KEPT_DAYS: {
    fallback: '30',
    about:
      'Days for which events are kept, and deliveries of them if that is longer than 30 days; a fraction is possible.',
  },
  REQUESTS_KEPT_DAYS: { fallback: '7', about: 'Days for which requests to the API are kept.' },
  REQUESTS_PER_ORGANIZATION: {
    fallback: String(limits.requestsPerOrganization),
    about: 'Maximum number of requests of an organization that are kept; the newest are. 0 keeps none.',
  },
  COMMENTS_PER_POST: {
    fallback: '10000',
    about: 'Maximum number of comments in the copy of a post; the newest are kept.',
  },
  WEBHOOK_ALLOWED_ORIGINS: {
    fallback: '',
    about:
      'Origins of webhook endpoints that are allowed although they are not https on the public internet, comma-separated. `*` allows every port: `http://127.0.0.1:*`.',
  },
  WEBHOOK_RETRY_SCALE: {
    fallback: '1',
    about: 'Factor for the delays between attempts of webhook deliveries. Do not change it outside of tests.',
  },
  SETTLE_SCALE: {
    fallback: '1',
    about: 'Factor for the settle times after lost responses. Do not change it outside of tests.',
  },
  MEDIA_PUBLIC_URL: {
    fallback: '',
    about: 'Origin from which networks fetch media. Some networks require you to verify it. Default: `PUBLIC_URL`.',
  },
  MEDIA_DIR: { fallback: '.carillon/media', about: 'Folder for media, shared by gateways and workers.' },
  MEDIA_FREE_FLOOR_BYTES: {
    fallback: '1073741824',
    about: 'Minimum free bytes on the media volume. Uploads that would leave less are rejected.',
  },
  MEDIA_GRACE_MINUTES: { fallback: '60', about: 'Minutes for which media are kept after their publish has ended.' },
  MEDIA_ALLOWED_ORIGINS: {
    fallback: '',
    about: 'Origins from which media may be fetched although they are not on the public internet, comma-separated.',
  },
  SPOOL_DIR: {
    fallback: '.carillon/spool',
    about: 'Folder for refreshed tokens while the database cannot store them, shared by gateways and workers.',
  },
  S3_BUCKET: {
    fallback: '',
    about: 'Bucket for media and refreshed tokens, used instead of `MEDIA_DIR` and `SPOOL_DIR`.',
  },
  S3_REGION: { fallback: 'us-east-1', about: 'Region of the bucket.' },
  S3_ENDPOINT: { fallback: '', about: 'URL of an S3-compatible service. Default: AWS.' },
  S3_FORCE_PATH_STYLE: {
    fallback: 'on',
    about:
      '`on` or `off`: whether the bucket is in the path of the URLs of `S3_ENDPOINT`, or else in their host name, which Alibaba OSS and Tigris require.',
  },
  S3_ACCESS_KEY_ID: {
    fallback: '',
    about:
      'Access key id for the bucket. Default: the credentials that the environment provides, such as the role of a container.',
  },
  S3_SECRET_ACCESS_KEY: { fallback: '', about: 'Secret access key for the bucket.' },
  S3_PRESIGNED_URLS: {
    fallback: 'off',
    about:
      '`on` or `off`: whether networks that take a URL of any host fetch media from the bucket instead of from a gateway. The bucket must then have a public https endpoint; see docs/scaling.md.',
  },
} as const satisfies Record<string, { fallback: string | null; about: string }>

export type Variable = keyof typeof variables
