import type { IncomingMessage } from 'node:http'
import { mediaType, readBytes } from '../wire/body.ts'
import { OAuthRejection } from './client.ts'

/**
 * Reads a URL-encoded body.
 * @throws OAuthRejection if the body has another type or repeats a parameter; Problem 413 if it is above 70 MiB
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.2 (read 2026-11-20)
 */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const bytes = await readBytes(request)
  if (mediaType(request) !== 'application/x-www-form-urlencoded') {
    throw new OAuthRejection('invalid_request', 'The request body must be application/x-www-form-urlencoded.')
  }
  const form = new URLSearchParams(bytes.toString('utf8'))
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw new OAuthRejection('invalid_request', `Parameter [${name}] is repeated.`)
  }
  return Object.fromEntries(form)
}

/** Returns a required parameter. Throws an `OAuthRejection` if it is missing or empty. */
export function need(form: Record<string, string>, name: string): string {
  const value = form[name]
  if (value === undefined || value === '') {
    throw new OAuthRejection('invalid_request', `Missing required parameter [${name}].`)
  }
  return value
}
