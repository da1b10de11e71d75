const SECRET_NAMES = [
  'authorization',
  'proxy[-_]?authorization',
  '(?:set[-_]?)?cookie',
  '(?:\\w+[-_])?token',
  '(?:access|refresh|id|page|user|app|session)Token',
  '(?:accessJwt|refreshJwt)',
  'code',
  '(?:auth|authorization|device)[-_]?code',
  'code[-_]?(?:verifier|challenge)',
  'state',
  'nonce',
  '(?:x[-_])?(?:hub[-_])?sig(?:nature)?(?:[-_]?256)?',
  '(?:\\w+[-_])?secret',
  '(?:client|app|webhook)Secret',
  'app[-_]?secret[-_]?proof',
  '(?:client[-_])?assertion',
  'dpop',
  '(?:\\w+[-_])?(?:api[-_]?)?key',
  'pass(?:word|wd|phrase)?',
  'pwd',
  'credentials?',
].join('|')

const secretName = new RegExp(`^(?:${SECRET_NAMES})$`, 'i')
const secretPair = new RegExp(
  `(?<![\\w-])((?:${SECRET_NAMES})\\\\*["']?\\s*(?:[:=]|%3D)\\s*)(\\\\*"(?:[^"\\\\]|\\\\[^"])*\\\\*"|'[^']*'|[^\\s,;&}"']+)`,
  'gi',
)
/**
 * Matches URLs. A match begins only where no scheme can have begun before, so that a long run of its characters is
 * scanned once.
 */
const address = /(?<![a-z0-9+.-])[0-9+.-]*[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\]+/gi
const scheme = /\b(Bearer|Basic|DPoP|OAuth|Digest)\s+[^\s,;"']+/gi
const run = /[A-Za-z0-9_+=~%|-]{20,}/g
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const REDACTED = '[redacted]'

/** Returns whether a header, query parameter or JSON member of this name contains a secret. */
function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/**
 * Returns a URL without user and fragment, and with its query and the random parts of its path replaced by
 * `[redacted]`, as these may contain secrets. A text that is not a URL becomes `[redacted]` as a whole.
 */
export function redactUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return REDACTED
  const path = parsed.pathname.split('/').map(redactRuns).join('/')
  return `${parsed.protocol}//${parsed.host}${path}${parsed.search === '' ? '' : `?${REDACTED}`}`
}

/**
 * Returns whether a string looks random: it mixes letters with digits, or changes case far more often than words do.
 * False for a UUID.
 */
function isOpaque(text: string): boolean {
  if (uuid.test(text) || !/[A-Za-z]/.test(text)) return false
  const rises = text.match(/[a-z][A-Z]/g)?.length ?? 0
  return /\d/.test(text) || rises * 5 > text.length
}

function redactRuns(text: string): string {
  return text.replace(run, (found) => (isOpaque(found) ? REDACTED : found))
}

/** Replaces every part of a text that could be a credential by `[redacted]`. This can also replace an identifier. */
export function redactText(text: string): string {
  return redactRuns(
    text
      .replace(address, redactUrl)
      .replace(scheme, `$1 ${REDACTED}`)
      .replace(secretPair, (_, name: string) => `${name}${REDACTED}`),
  )
}

const maxKnown = 1_000
const known = new Map<string, string>()

/**
 * Replaces every part of a text that could be a credential by `[redacted]`, and caches the result for up to 1,000
 * texts. It is for texts of which there are few, such as messages and routes; for others, call `redactText`.
 */
export function redactConstant(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const redacted = redactText(text)
  if (known.size < maxKnown) known.set(text, redacted)
  return redacted
}

/**
 * Returns a copy of a JSON-like value in which secrets are replaced by `[redacted]`, in members with a secret's name
 * and in strings. The copy is for humans only: it has at most `depth` levels, 50 items of each list or object and 2,000
 * characters of each string.
 */
export function redact(value: unknown, depth = 6): unknown {
  if (typeof value === 'string') return redactText(value.slice(0, 2000)).toWellFormed()
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || ArrayBuffer.isView(value)) return `[${typeof value}]`
  if (depth === 0) return '[deeper]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth - 1))
  const entries = Object.entries(value).slice(0, 50)
  return Object.fromEntries(
    entries.map(([name, held]) => [redactText(name), isSecretName(name) ? REDACTED : redact(held, depth - 1)]),
  )
}
