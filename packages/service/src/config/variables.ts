import { keysOf } from '@carillon/errors'
/** What an operator can set besides the networks, with what holds when it is not set; `null` has to be set. */
export const variables = {
  DATABASE_URL: { fallback: null, about: 'PostgreSQL 15 or newer.' },
  SEAL_KEYS: {
    fallback: null,
    about: 'Keys that encrypt tokens at rest, newest first: `<id>:<32 bytes as base64>`, comma-separated.',
  },
  PUBLIC_URL: {
    fallback: 'http://127.0.0.1:8080',
    about: 'Origin under which browsers and networks reach the gateway.',
  },
  BILLING_URL: { fallback: '', about: 'Where an organization puts a card on file; a page of the gateway when empty.' },
  LOG_LEVEL: { fallback: 'info', about: 'fatal, error, warn, info, debug, trace or silent.' },
  HOST: { fallback: '127.0.0.1', about: 'Address that gateways and workers listen on.' },
  GATEWAY_PORT: { fallback: '8080', about: 'Port the gateway listens on.' },
  REQUESTS_PER_MINUTE: { fallback: '600', about: 'Requests a minute for each key.' },
  WRONG_KEYS_PER_MINUTE: {
    fallback: '600',
    about: 'Requests a minute that one address may send with a key that is not valid, at each gateway.',
  },
  DASHBOARD_IDLE_MINUTES: { fallback: '60', about: 'Minutes after which a session of the dashboard ends without use.' },
  DASHBOARD_SESSION_HOURS: { fallback: '12', about: 'Hours after which a session of the dashboard ends in any case.' },
  MAX_CONNECTIONS: { fallback: '8192', about: 'Connections that one gateway keeps open at once.' },
  MAX_CONNECTIONS_PER_IP: {
    fallback: '512',
    about:
      'Connections that one gateway keeps open at once for one IP address; trusted proxies have no limit of their own.',
  },
  TRUSTED_PROXIES: {
    fallback: '',
    about:
      'Addresses or networks of the proxies before the gateway, comma-separated; only their X-Forwarded-For is believed.',
  },
  CONNECT_CONFIRMATION: {
    fallback: 'off',
    about:
      'on: users confirm on a page, which names organization and profile, before an account is connected; see docs/security.md.',
  },
  PUBLISH_WAIT_MS: { fallback: '60000', about: 'How long a publish request waits for its outcome.' },
  READ_DEADLINE_MS: { fallback: '20000', about: 'How long a read over several accounts may take.' },
  MAX_BODY_BYTES: {
    fallback: '',
    about: 'Bytes of a publish body at the most; 3.5 GB when empty, what the largest post that a network takes needs.',
  },
  UPLOAD_SLOTS: { fallback: '64', about: 'Uploads received at once by one gateway.' },
  UPLOAD_SLOTS_PER_KEY: { fallback: '32', about: 'Uploads received at once for one key.' },
  WORKER_PORT: { fallback: '', about: 'Port on which a worker tells health and metrics; none when empty.' },
  WORKER_CONCURRENCY: { fallback: '16', about: 'Jobs that one worker runs at once.' },
  COMMENTS_STALE_AFTER_SECONDS: {
    fallback: '',
    about: 'Age in seconds from which a copy of comments is refreshed when read; 60 or 600, by network, when empty.',
  },
  COMMENTS_KEPT_DAYS: {
    fallback: '30',
    about: 'Days after which a copy of comments that nobody has read is deleted; the next read copies them again.',
  },
  COMMENTS_PER_POST: { fallback: '10000', about: 'Comments of a post that its copy holds at most, the newest ones.' },
  SETTLE_SCALE: { fallback: '1', about: 'Scales the time lost answers get to take effect; 1 except in tests.' },
  MEDIA_PUBLIC_URL: {
    fallback: '',
    about: 'Origin under which networks fetch media, to be verified where they ask for it; PUBLIC_URL when empty.',
  },
  MEDIA_DIR: { fallback: '.carillon/media', about: 'Volume for media, shared by gateways and workers.' },
  MEDIA_FREE_FLOOR_BYTES: { fallback: '1073741824', about: 'Bytes that stay free on the media volume.' },
  MEDIA_GRACE_MINUTES: { fallback: '60', about: 'How long media are kept after their publish has ended.' },
  MEDIA_ALLOWED_ORIGINS: { fallback: '', about: 'Origins that may be fetched although not public, comma-separated.' },
  SPOOL_DIR: { fallback: '.carillon/spool', about: 'Where refreshed tokens wait while the database cannot take them.' },
  S3_BUCKET: { fallback: '', about: 'Keep media in this bucket instead of MEDIA_DIR.' },
  S3_REGION: { fallback: 'us-east-1', about: 'Region of the bucket.' },
  S3_ENDPOINT: { fallback: '', about: 'Address of an S3-compatible service.' },
  S3_ACCESS_KEY_ID: { fallback: '', about: 'Credentials for the bucket.' },
  S3_SECRET_ACCESS_KEY: { fallback: '', about: 'Credentials for the bucket.' },
} as const satisfies Record<string, { fallback: string | null; about: string }>

export type Variable = keyof typeof variables
export const variableNames = keysOf(variables)
