import type { Request, Response } from 'express'
import { renderConsent } from '../../consent/page.ts'
import { type DialogRequest, formOf, queryOf, sendDialogError } from './dialog.ts'
import { redirectWithDenial } from './login.ts'

interface LoginDialog {
  network: string
  client: string
  /** The parameters of the redirect after the user declined. */
  denial: Record<string, string>
  /**
   * Parses and checks the request.
   * @throws DialogError where the real dialog shows an error page
   */
  read(query: URLSearchParams): DialogRequest
  /** Returns the users who can consent; the first is selected by default. */
  users(): { handle: string; name: string }[]
  /** Responds to a user who approved. */
  approve(asked: DialogRequest, call: { form: URLSearchParams; request: Request; response: Response }): void
}

/**
 * Returns the Express handler of a login dialog, which shows the consent page and receives the user's decision by POST.
 * An approval is passed to `dialog.approve`, a denial is redirected to the app, and a `DialogError` gets an error page
 * with status 400.
 */
export function serveLoginDialog(dialog: LoginDialog): (request: Request, response: Response) => void {
  const { network, client } = dialog
  return (request, response) => {
    try {
      const asked = dialog.read(queryOf(request))
      if (request.method !== 'POST') {
        const { scopes } = asked
        response.type('html').send(renderConsent({ network, client, scopes, people: dialog.users() }))
        return
      }
      const form = formOf(request)
      if (form.get('decision') === 'approve') dialog.approve(asked, { form, request, response })
      else response.redirect(302, redirectWithDenial(asked.redirectUri, asked.state, dialog.denial))
    } catch (error) {
      sendDialogError(error, response)
    }
  }
}
