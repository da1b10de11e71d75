import { readScopes } from './scopes.ts'

/** The parameters of a valid authorization request. */
export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  state: string | null
  scopes: string[]
  /** Whether the app requests a refresh token (`access_type=offline`). */
  offline: boolean
  prompts: ReadonlySet<string>
  /** Whether the token is to have also the scopes that the user has granted to the app before. */
  includeGranted: boolean
  loginHint: string | null
  challenge: { value: string; method: 'S256' | 'plain' } | null
}

/** Thrown for an authorization request for which Google shows an error page instead of redirecting back to the app. */
export class AuthorizationError extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

const choices: Record<string, readonly string[]> = {
  response_type: ['code'],
  access_type: ['online', 'offline'],
  include_granted_scopes: ['true', 'false'],
  enable_granular_consent: ['true', 'false'],
  code_challenge_method: ['S256', 'plain'],
}
const free = [
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'prompt',
  'login_hint',
  'code_challenge',
  'hl',
  'hd',
  'nonce',
]
const required = ['client_id', 'redirect_uri', 'response_type', 'scope']
const promptValues = ['none', 'consent', 'select_account']

/**
 * Reads and validates the parameters of an authorization request.
 * @throws AuthorizationError if Google would show its error page
 * @see https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient (read 2026-11-20)
 */
export function readAuthorization(query: URLSearchParams): AuthorizationRequest {
  checkNames(query)
  const text = (name: string) => query.get(name)
  const redirectUri = text('redirect_uri') ?? ''
  checkRedirect(redirectUri)
  const { asked, unknown } = readScopes(text('scope') ?? '')
  if (asked.length === 0) throw invalid('Missing required parameter: scope')
  if (unknown.length > 0)
    throw new AuthorizationError(
      'invalid_scope',
      `Some requested scopes were invalid. {invalid=[${unknown.join(', ')}]}`,
    )
  return {
    clientId: text('client_id') ?? '',
    redirectUri,
    state: text('state'),
    scopes: asked,
    offline: text('access_type') === 'offline',
    prompts: readPrompts(text('prompt')),
    includeGranted: text('include_granted_scopes') === 'true',
    loginHint: text('login_hint'),
    challenge: readChallenge(text('code_challenge'), text('code_challenge_method')),
  }
}

function invalid(detail: string): AuthorizationError {
  return new AuthorizationError('invalid_request', detail)
}

function checkNames(query: URLSearchParams): void {
  for (const name of required)
    if ((query.get(name) ?? '') === '') throw invalid(`Required parameter is missing: ${name}`)
  for (const name of new Set(query.keys())) {
    const allowed = Object.hasOwn(choices, name) ? choices[name] : undefined
    if (allowed === undefined && !free.includes(name))
      throw invalid(`Parameter not allowed for this message type: ${name}`)
    const values = query.getAll(name)
    if (values.length > 1) throw invalid(`OAuth 2 parameters can only have a single value: ${name}`)
    if (allowed !== undefined && !allowed.includes(values[0] ?? ''))
      throw invalid(`Invalid parameter value for ${name}: '${values[0]}'`)
  }
}

function checkRedirect(redirectUri: string): void {
  const url = URL.parse(redirectUri)
  const web = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !web || redirectUri.includes('#')) throw invalid(`Invalid redirect_uri: ${redirectUri}`)
}

function readPrompts(prompt: string | null): ReadonlySet<string> {
  const prompts = new Set((prompt ?? '').split(' ').filter((value) => value !== ''))
  const stranger = [...prompts].find((value) => !promptValues.includes(value))
  if (stranger !== undefined) throw invalid(`Invalid parameter value for prompt: '${stranger}'`)
  if (prompts.has('none') && prompts.size > 1) throw invalid('prompt=none goes with no other value')
  return prompts
}

function readChallenge(value: string | null, method: string | null): AuthorizationRequest['challenge'] {
  if (value === null) {
    if (method !== null) throw invalid('code_challenge_method without code_challenge')
    return null
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(value)) throw invalid('Invalid code_challenge')
  return { value, method: method === 'S256' ? 'S256' : 'plain' }
}
