import { asServiceError } from '@carillon/errors'
import type { Request, Response } from 'express'
import type { Backend } from '../backend.ts'
import { stateOf } from '../request-state.ts'
import type { Ending } from '../service.ts'
import { html, sendPage } from './page.ts'

const closing = html`<p>You can close this window.</p>`

/** Sends the browser on, or says how it ended where nobody waits for it. */
export function sendEnding(res: Response, { redirectTo, error }: Ending): void {
  res.setHeader('Cache-Control', 'no-store')
  if (redirectTo !== null) res.redirect(303, redirectTo)
  else if (error === null) sendPage(res, { status: 200, title: 'The account is connected', body: closing })
  else
    sendPage(res, {
      status: 200,
      title: 'The account was not connected',
      body: html`<p>${error.message}</p>${closing}`,
    })
}

/** A page for a user about an error: our own words, never the cause. */
export function sendFailurePage(
  req: Request,
  res: Response,
  { thrown, backend }: { thrown: unknown; backend: Backend },
): void {
  const error = asServiceError(backend.service.translateFailure(thrown))
  const state = stateOf(req)
  state.code = error.code
  if (error.code === 'internal_error') {
    backend.log.error({ requestId: state.requestId, err: thrown }, 'unforeseen failure')
  }
  const reference = html`<p><small>Reference: ${state.requestId}</small></p>`
  sendPage(res, { status: error.status, title: 'This did not work', body: html`<p>${error.message}</p>${reference}` })
}
