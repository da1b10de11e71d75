import type { RequestHandler } from 'express'
import { html, sendPage } from './page.ts'

/**
 * Serves the page to which `details.billingUrl` of an error leads if `BILLING_URL` is not set. It tells the user to ask
 * the operator to put a card on file.
 */
export const billingPage: RequestHandler = (_req, res) => {
  const body = html`<p>This deployment does not accept cards online. Ask its operator to put one on file.</p>`
  sendPage(res, { status: 200, title: 'Billing', body })
}
