import type { Request, Response } from 'express'
import { escapeHtml, renderPage } from '../../html.ts'
import type { App } from '../apps.ts'

/** An app's request in the URL of a login dialog: the parameters after validation. */
export interface DialogRequest {
  redirectUri: string
  state: string | undefined
  scopes: string[]
}

/** Thrown if a dialog cannot be shown: the user sees an error page, and the app gets no response. */
export class DialogError extends Error {}

/** The message for users without a role in an app that is in development. */
export const NOT_ACTIVE = 'App not active: this app is not accessible right now, and its developer is aware of it'

function redirectUriOf(query: URLSearchParams): string {
  const text = query.get('redirect_uri')
  if (text === null) throw new DialogError('Missing redirect_uri parameter')
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') {
    throw new DialogError('Can’t load URL: the domain of this URL isn’t included in the app’s domains')
  }
  return text
}

/**
 * Reads the URL of a login dialog.
 * @param expected `app`: the app whose id `client_id` must be; `known`: the permissions that the dialog knows;
 *   `scopes`: the requested permissions, separated by commas or spaces, null if the URL has none
 * @throws DialogError where the real dialog shows an error page, such as for an unknown permission or no permission
 */
export function readDialog(
  query: URLSearchParams,
  { app, known, scopes }: { app: App; known: string[]; scopes: string | null },
): DialogRequest {
  if (query.get('client_id') !== app.id)
    throw new DialogError('Invalid App ID: the app doesn’t exist or is in development')
  const redirectUri = redirectUriOf(query)
  const responseType = query.get('response_type') ?? 'code'
  if (responseType !== 'code') throw new DialogError(`Invalid response_type: ${responseType}`)
  const asked = [...new Set((scopes ?? '').split(/[\s,]+/).filter((scope) => scope !== ''))]
  const unknown = asked.filter((scope) => !known.includes(scope))
  if (unknown.length > 0) throw new DialogError(`Invalid Scopes: ${unknown.join(', ')}`)
  if (asked.length === 0) throw new DialogError('No permissions were asked for')
  return { redirectUri, state: query.get('state') ?? undefined, scopes: asked }
}

/** Returns the query parameters of a request's URL. */
export function queryOf(request: Request): URLSearchParams {
  return new URL(`http://dialog${request.url}`).searchParams
}

/**
 * Returns the fields of a posted URL-encoded form, such as a consent page; empty if `request.body` is not a `Buffer`
 * with the raw bytes.
 */
export function formOf(request: Request): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
}

/** Sends the error page of a `DialogError`; throws any other error. */
export function sendDialogError(error: unknown, response: Response): void {
  if (!(error instanceof DialogError)) throw error
  response
    .status(400)
    .type('html')
    .send(renderPage('Sorry', `<h1>Sorry, something went wrong</h1><p>${escapeHtml(error.message)}</p>`))
}
