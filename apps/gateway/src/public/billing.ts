import type { RequestHandler } from 'express'
import { html, sendPage } from './page.ts'

/** Serves the page at `details.billingUrl` if `BILLING_URL` is not set. */
export const billingPage: RequestHandler = (_req, res) => {
  const body = html`<p>This deployment does not accept cards online. Ask its operator to put one on file.</p>`
  sendPage(res, { status: 200, title: 'Billing', body })
}
