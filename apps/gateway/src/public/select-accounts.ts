import { asServiceError, type ServiceError } from '@carillon/errors'
import type { Request, RequestHandler, Response } from 'express'
import type { Backend } from '../backend.ts'
import { RequestSignal } from '../request-signal.ts'
import { stateOf } from '../request-state.ts'
import type { Selection } from '../service.ts'
import { readBrowser } from './browser-cookie.ts'
import { sendEnding, sendFailurePage } from './ending.ts'
import { html, sendPage } from './page.ts'

function choicesOf({ choices, single }: Selection) {
  const type = single ? 'radio' : 'checkbox'
  return choices.map(
    ({ providerId, name, detail }) => html`<label>
<input type="${type}" name="chosen" value="${providerId}">
<span>${name}${detail === null || detail === name ? '' : html` <small>${detail}</small>`}</span>
</label>
`,
  )
}

function namesOf({ choices }: Selection) {
  return choices.map(
    ({ name, detail }) =>
      html`<p>${name}${detail === null || detail === name ? '' : html` <small>${detail}</small>`}</p>
`,
  )
}

function sendSelection(res: Response, selection: Selection, rejection?: ServiceError): void {
  const alert = rejection === undefined ? '' : html`<p role="alert">${rejection.message}</p>`
  const { organizationName, profileName, select, single } = selection
  const owner = html`<strong>${organizationName}</strong>, profile <strong>${profileName}</strong>`
  const body = html`${alert}<p>${select && !single ? 'They' : 'This'} will be connected for ${owner}. Close this window if you do not know who that is.</p>
<form method="post">
<fieldset>
${select ? choicesOf(selection) : namesOf(selection)}</fieldset>
<button type="submit">Connect</button>
</form>`
  const which = single ? 'Which number should be connected?' : 'Which accounts should be connected?'
  const title = select ? which : 'Connect this account?'
  sendPage(res, { status: rejection?.status ?? 200, title, body })
}

interface Shown {
  backend: Backend
  rejection?: ServiceError
}

/** Sends the page, with the error of the previous selection if there is one; if it is over, a page with that error. */
async function sendSelectionOrFailure(req: Request, res: Response, { backend, rejection }: Shown): Promise<void> {
  try {
    sendSelection(res, await backend.service.describeSelection(backend.context, pageOf(req, backend)), rejection)
  } catch (thrown) {
    sendFailurePage(req, res, { thrown, backend })
  }
}

/**
 * Serves the page on which a user selects the accounts to connect. If its token is unknown, used, expired or for
 * another browser, a page with the error is sent.
 */
export function showSelection(backend: Backend): RequestHandler {
  return (req, res) => sendSelectionOrFailure(req, res, { backend })
}

function pageOf(req: Request, backend: Backend) {
  const { token } = req.params
  return { token: typeof token === 'string' ? token : '', browser: readBrowser(req, backend) }
}

function chosenIn(body: unknown): string[] {
  const chosen: unknown = typeof body === 'object' && body !== null && 'chosen' in body ? body.chosen : []
  return [chosen].flat().filter((value) => typeof value === 'string')
}

/** Statuses of errors after which the user can select again: an invalid selection, or a card on file is missing. */
const staysOpen = [400, 402]

/**
 * Handles the user's selection of accounts: connects them, and redirects the browser to the client's `redirectUrl` or
 * shows the outcome. After an invalid selection, or if a card on file is missing, the page is shown again with the
 * reason (a sign-up without a card ends); after any other error, a page with only the error.
 */
export function handleSelection(backend: Backend): RequestHandler {
  const { service, context, closing } = backend
  return async (req, res) => {
    const page = pageOf(req, backend)
    const ending = new RequestSignal(res, closing)
    ending.startDeadline(backend.deadlineMs)
    const { requestId } = stateOf(req)
    try {
      const chosen = chosenIn(req.body)
      sendEnding(res, await service.completeSelection(context, { ...page, chosen, requestId, signal: ending.signal }))
    } catch (thrown) {
      const rejection = asServiceError(thrown)
      if (!staysOpen.includes(rejection.status)) return sendFailurePage(req, res, { thrown, backend })
      stateOf(req).code = rejection.code
      await sendSelectionOrFailure(req, res, { backend, rejection })
    }
  }
}
