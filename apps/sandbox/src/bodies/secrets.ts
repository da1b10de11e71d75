/** The names, in lower case, of fields, parameters and headers that contain tokens, secrets or proofs. */
const SECRETS = [
  'access_token',
  'accessjwt',
  'app_secret',
  'appsecret_proof',
  'auth_code',
  'client_assertion',
  'client_secret',
  'code_verifier',
  'fb_exchange_token',
  'hub.verify_token',
  'id_token',
  'input_token',
  'oauth_token',
  'password',
  'pin',
  'refresh_token',
  'refreshjwt',
  'secret',
  'token',
  'verify_token',
]
const NAMES = new Set(SECRETS)

/**
 * Returns whether a field, parameter or header with this name, in any case and with hyphens or underscores, contains a
 * token, secret or proof.
 */
export const isSecret = (name: string): boolean => NAMES.has(name.toLowerCase().replaceAll('-', '_'))

const ANY = SECRETS.map((name) => name.replace('.', '\\.')).join('|')
/** Matches secrets in URLs, such as that of the next page of a list. */
const IN_ADDRESS = new RegExp(`([?&](?:${ANY}|code)=)[^&#"'\\s\\\\]*`, 'gi')
const IN_JSON = new RegExp(`("(?:${ANY})"\\s*:\\s*")[^"]*`, 'gi')

/**
 * Removes the values of tokens and secrets from text that contains URLs or JSON; their names stay, with an empty value.
 * In URLs, the parameter `code` is emptied too.
 */
export function cleanText(text: string): string {
  return text.replace(IN_ADDRESS, '$1').replace(IN_JSON, '$1')
}

/**
 * Returns JSON without the fields that contain tokens and secrets. In URLs and JSON within other strings, secrets are
 * emptied.
 */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanJson)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([name]) => !NAMES.has(name.toLowerCase()))
  return Object.fromEntries(kept.map(([name, member]) => [name, cleanJson(member)]))
}

/**
 * Returns parameters without tokens and secrets, keyed by name; the value of a repeated parameter is a list. `code` is
 * left out too: in requests it is an authorization code, in responses an error number.
 */
export function cleanParameters(parameters: URLSearchParams): Record<string, string | string[]> {
  const clean: [string, string | string[]][] = []
  for (const name of new Set(parameters.keys())) {
    if (NAMES.has(name.toLowerCase()) || name === 'code') continue
    const values = parameters.getAll(name).map(cleanText)
    clean.push([name, values.length === 1 && values[0] !== undefined ? values[0] : values])
  }
  return Object.fromEntries(clean)
}
