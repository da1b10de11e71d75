import type { Request } from 'express'
import { readBody } from '../body.ts'
import { OAuthError } from './oauth-error.ts'

const limit = 64 * 1024

/** Reads the form of an OAuth call. Throws an `OAuthError` for another content type or a repeated parameter. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  if (!request.is('application/x-www-form-urlencoded')) throw new OAuthError(400, 'invalid_request', 'Bad Request')
  const { bytes } = await readBody(request, limit)
  return single(new URLSearchParams(bytes.toString('utf8')))
}

/** Returns parameters keyed by name. Throws an `OAuthError` if one is repeated. */
export function single(parameters: URLSearchParams): Record<string, string> {
  const seen = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (seen.has(name))
      throw new OAuthError(400, 'invalid_request', `OAuth 2 parameters can only have a single value: ${name}`)
    seen.set(name, value)
  }
  return Object.fromEntries(seen)
}

/** Throws an `OAuthError` if a form has a parameter that is not in `allowed`. */
export function only(form: Record<string, string>, allowed: readonly string[]): void {
  const stranger = Object.keys(form).find((name) => !allowed.includes(name))
  if (stranger !== undefined)
    throw new OAuthError(400, 'invalid_request', `Parameter not allowed for this message type: ${stranger}`)
}

/** Returns a required parameter. Throws an `OAuthError` if it is missing or empty. */
export function needed(form: Record<string, string>, name: string): string {
  const value = form[name]
  if (value === undefined || value === '')
    throw new OAuthError(400, 'invalid_request', `Missing required parameter: ${name}`)
  return value
}
