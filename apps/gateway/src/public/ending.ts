import { platformNames } from '@carillon/domain'
import { asServiceError } from '@carillon/errors'
import type { Request, Response } from 'express'
import type { Backend } from '../backend.ts'
import { logFailure } from '../request-log.ts'
import { stateOf } from '../request-state.ts'
import type { Ending } from '../service.ts'
import { html, sendPage } from './page.ts'

const closing = html`<p>You can close this window.</p>`

/**
 * Sends the outcome of connecting an account: redirects the browser to `redirectTo` unchanged, which is the client's
 * `redirectUrl`, to which the caller has added the outcome, or the next page of Carillon. If `redirectTo` is null,
 * sends a page with the outcome.
 */
export function sendEnding(res: Response, { status, platform, redirectTo, error }: Ending): void {
  res.setHeader('Cache-Control', 'no-store')
  if (redirectTo !== null) res.redirect(303, redirectTo)
  else if (status === 'pending')
    sendPage(res, {
      status: 200,
      title: 'The account will be connected',
      body: html`<p>The platform does not respond at the moment. The account is connected as soon as it does.</p>${closing}`,
    })
  else if (error === null)
    sendPage(res, {
      status: 200,
      title: 'The account is connected',
      body: html`<p>What you have agreed to on ${platformNames[platform]} can be used from now on.</p>${closing}`,
    })
  else
    sendPage(res, {
      status: 200,
      title: 'The account was not connected',
      body: html`<p>${error.message}</p>${closing}`,
    })
}

/**
 * Sends a page with the message of an error as the API would state it, the status, `Retry-After` and the request id.
 * Unexpected errors and those of the database are logged with their cause, which is not on the page.
 */
export function sendFailurePage(
  req: Request,
  res: Response,
  { thrown, backend }: { thrown: unknown; backend: Backend },
): void {
  const error = asServiceError(backend.service.translateFailure(thrown))
  const state = stateOf(req)
  state.code = error.code
  logFailure(req, error, backend)
  if (error.retryAfter !== undefined) res.setHeader('Retry-After', String(Math.ceil(error.retryAfter)))
  const reference = html`<p><small>Reference: ${state.requestId}</small></p>`
  sendPage(res, { status: error.status, title: 'This did not work', body: html`<p>${error.message}</p>${reference}` })
}
