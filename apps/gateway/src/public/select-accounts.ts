import { asServiceError } from '@carillon/errors'
import type { RequestHandler, Response } from 'express'
import type { Backend } from '../backend.ts'
import type { Selection } from '../service.ts'
import { sendEnding, sendFailurePage } from './ending.ts'
import { html, sendPage } from './page.ts'

function choicesOf({ choices }: Selection) {
  return choices.map(
    ({ providerId, name, detail }) => html`<label>
<input type="checkbox" name="chosen" value="${providerId}">
<span>${name}${detail === null || detail === name ? '' : html` <small>${detail}</small>`}</span>
</label>
`,
  )
}

function sendSelection(res: Response, selection: Selection, refusal?: { status: number; message: string }): void {
  const alert = refusal === undefined ? '' : html`<p role="alert">${refusal.message}</p>`
  const body = html`${alert}<p>They will be connected for ${selection.organizationName}. Close this window if you do not know who that is.</p>
<form method="post">
<fieldset>
${choicesOf(selection)}</fieldset>
<button type="submit">Connect</button>
</form>`
  sendPage(res, { status: refusal?.status ?? 200, title: 'Which accounts should be connected?', body })
}

/** The page on which a person picks, of what was authorized, the accounts to connect. */
export function showSelection(backend: Backend): RequestHandler {
  return async (req, res) => {
    try {
      sendSelection(res, await backend.service.describeSelection(backend.context, tokenOf(req.params)))
    } catch (thrown) {
      sendFailurePage(req, res, { thrown, backend })
    }
  }
}

const tokenOf = ({ token }: Record<string, unknown>) => (typeof token === 'string' ? token : '')

function chosenIn(body: unknown): string[] {
  const chosen: unknown = typeof body === 'object' && body !== null && 'chosen' in body ? body.chosen : []
  return [chosen].flat().filter((value) => typeof value === 'string')
}

/** Takes the choice; one that cannot be taken shows the page again. */
export function takeSelection(backend: Backend): RequestHandler {
  const { service, context } = backend
  return async (req, res) => {
    const token = tokenOf(req.params)
    try {
      sendEnding(res, await service.completeSelection(context, { token, chosen: chosenIn(req.body) }))
    } catch (thrown) {
      const { code, status, message } = asServiceError(thrown)
      if (code !== 'invalid_request') return sendFailurePage(req, res, { thrown, backend })
      sendSelection(res, await service.describeSelection(context, token), { status, message })
    }
  }
}
