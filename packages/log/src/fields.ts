import { describeError } from './describe-error.ts'
import { isIdentifier } from './identifier.ts'
import { redactConstant, redactText } from './redact.ts'

interface Kinds {
  uuid: string
  word: string
  path: string
  keyword: string
  reference: string | number
  digest: Uint8Array
  number: number
  flag: boolean
  time: string | Date
  route: string
  host: string
  text: string
  error: unknown
}

/**
 * Every field that a log line may contain besides `level`, `time`, `message` and `dropped`, with the kind of value that
 * it must have. Fields that are not listed are never written.
 */
export const FIELDS = {
  name: 'word',
  pid: 'number',
  version: 'reference',

  requestId: 'reference',
  traceId: 'digest',
  jobId: 'reference',
  organizationId: 'uuid',
  profileId: 'uuid',
  accountId: 'uuid',
  connectionSessionId: 'uuid',
  publishId: 'uuid',
  scheduleId: 'uuid',
  writeId: 'uuid',
  messageId: 'uuid',
  mediaId: 'uuid',
  uploadId: 'uuid',
  keyId: 'uuid',
  eventId: 'uuid',
  endpointId: 'uuid',
  deliveryId: 'uuid',

  method: 'word',
  route: 'route',
  host: 'host',
  status: 'number',
  network: 'word',
  platform: 'word',
  operation: 'word',
  capability: 'word',
  task: 'word',
  event: 'word',
  step: 'word',
  state: 'word',
  outcome: 'word',
  bucket: 'word',
  metric: 'word',
  code: 'word',
  kind: 'word',
  reason: 'word',
  signal: 'word',
  setting: 'word',
  field: 'path',
  value: 'keyword',
  migration: 'word',

  durationMs: 'number',
  waitMs: 'number',
  attempt: 'number',
  attempts: 'number',
  count: 'number',
  failed: 'number',
  bytes: 'number',
  place: 'number',
  head: 'digest',
  limit: 'number',
  used: 'number',
  port: 'number',
  sent: 'flag',
  final: 'flag',
  at: 'time',
  runAt: 'time',
  expiresAt: 'time',

  detail: 'text',
  err: 'error',
} as const satisfies Record<string, keyof Kinds>

export type LogFields = { [Name in keyof typeof FIELDS]?: Kinds[(typeof FIELDS)[Name]] | null | undefined }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// As long as the longest request id of a client.
const reference = /^[\w.-]{1,128}$/
// As WHATWG URLs write them: lower case, and a name of one label is short.
const host = /^(?:[a-z0-9-]{1,20}|[a-z0-9-]+(?:\.[a-z0-9-]+)+|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/
// A status with the codes of an error, such as `400.190.463`, or a short number.
const codes = /^\d{1,6}(?:\.(?:\d{1,10}|[A-Za-z_-]{1,40})){0,4}$/
const ownToken = /^(?:eyJ|EAA|IGQ|ya29|Bearer|Basic)/

const MAX_TEXT_LENGTH = 500

/** The replacement for a value that does not have the format of its field. */
const UNFIT = '[unfit]'

type Fit = (value: unknown) => unknown

function fitting(pattern: RegExp): Fit {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : UNFIT)
}

function fitTime(value: unknown): unknown {
  const time = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(time.getTime()) ? UNFIT : time.toISOString()
}

const FITS: Record<keyof Kinds, Fit> = {
  uuid: fitting(uuid),
  word: (value) => (isIdentifier(value) ? value : UNFIT),
  // Names of a response's fields, with `[]` after a list: `data[].owner.id`.
  path: (value) => (typeof value === 'string' && isIdentifier(value.replaceAll('[]', '')) ? value : UNFIT),
  // Values that a network documents are words or numbers; all others could be a user's.
  keyword: (value) => (isIdentifier(value) || (typeof value === 'string' && codes.test(value)) ? value : UNFIT),
  host: fitting(host),
  reference: (value) => {
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && reference.test(text) && !ownToken.test(text) ? text : UNFIT
  },
  // The bytes of a SHA-256 digest or of the id of a trace: a secret is a text.
  digest: (value) =>
    value instanceof Uint8Array && (value.length === 32 || value.length === 16)
      ? Buffer.from(value).toString('hex')
      : UNFIT,
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : UNFIT),
  flag: (value) => (typeof value === 'boolean' ? value : UNFIT),
  time: fitTime,
  route: (value) => (typeof value === 'string' ? redactConstant(value.replace(/[?#].*$/s, '')).slice(0, 200) : UNFIT),
  text: (value) =>
    typeof value === 'string'
      ? redactText(value.slice(0, 4 * MAX_TEXT_LENGTH))
          .slice(0, MAX_TEXT_LENGTH)
          .toWellFormed()
      : UNFIT,
  error: (value) => describeError(value),
}

/**
 * Returns the fields that `FIELDS` lists, each in its format; a value of another format becomes `[unfit]`. Null stays
 * null, and undefined fields are left out. Other fields are only counted, in `dropped`, as even a name can be user
 * data.
 */
export function allowedFields(fields: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  let dropped = 0
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (!isField(name)) dropped++
    else kept[name] = value === null ? null : FITS[FIELDS[name]](value)
  }
  if (dropped > 0) kept['dropped'] = dropped
  return kept
}

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name)
}
