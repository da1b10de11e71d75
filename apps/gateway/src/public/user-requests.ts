import { isPlatform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Request, RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { stateOf } from '../request-state.ts'
import type { DeletionProgress, PostedUserRequest } from '../service.ts'
import { sendFailurePage } from './ending.ts'
import { html, sendPage } from './page.ts'

function postedIn(req: Request): PostedUserRequest {
  const { platform } = req.params
  if (!isPlatform(platform)) throw new ServiceError('route_not_found', 'The path does not exist.')
  const form: Record<string, string[]> = req.body
  const [signedRequest, ...others] = form['signed_request'] ?? []
  if (signedRequest === undefined || others.length > 0) {
    throw new ServiceError('invalid_request', 'Send a form with one field named signed_request.')
  }
  return { platform, signedRequest, requestId: stateOf(req).requestId }
}

/**
 * Handles a network's callback after a user has withdrawn the app's access: the accounts that the user connected
 * expire, except those that were authorized again or refreshed since the callback was signed. Responds with 200, also
 * for an unknown user; `invalid_request` unless there is one `signed_request`, `unauthorized` if its signature is
 * invalid or over a day old, `route_not_found` for a network without such callbacks.
 */
export function handleDeauthorization({ service, context }: Backend): RequestHandler {
  return async (req, res) => {
    await service.deauthorizeUser(context, postedIn(req))
    res.status(200).end()
  }
}

/**
 * Handles a network's callback to delete a user's data: queues the deletion and responds with the URL of a page with
 * its progress and a confirmation code, in the fields that the network requires, also for an unknown user. The errors
 * are those of `handleDeauthorization`.
 */
export function handleDataDeletion({ service, context }: Backend): RequestHandler {
  return async (req, res) => {
    const { url, confirmationCode } = await service.requestDataDeletion(context, postedIn(req))
    res.status(200).json({ url, confirmation_code: confirmationCode })
  }
}

const time = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function bodyOf(code: string, { requestedAt, completedAt, accounts }: DeletionProgress) {
  const state =
    completedAt === null
      ? 'In progress. Posts that are being published end first; this takes minutes, seldom hours.'
      : `Completed at ${time(completedAt)}.`
  const found = accounts === 1 ? '1 connected account was' : `${accounts} connected accounts were`
  return html`<p>Confirmation code: ${code}</p>
<p>Requested at ${time(requestedAt)}.</p>
<p role="status">${state}</p>
<p>${found} found and deleted, with access tokens, stored comments, messages and publishes. Where none is found, nothing is held.</p>`
}

/**
 * Serves the page with the progress of a data deletion; a page with 404 for a code that is unknown or no longer kept.
 */
export function showDataDeletion(backend: Backend): RequestHandler {
  return async (req, res) => {
    try {
      const code = String(req.params['code'])
      const progress = await backend.service.describeDataDeletion(backend.context, code)
      if (progress === null) throw new ServiceError('route_not_found', 'No request with this confirmation code exists.')
      sendPage(res, { status: 200, title: 'Deletion of your data', body: bodyOf(code, progress) })
    } catch (thrown) {
      sendFailurePage(req, res, { thrown, backend })
    }
  }
}
