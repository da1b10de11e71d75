import { apiPrefix } from '@carillon/contract'
import { platforms } from '@carillon/domain'
import type { RequestHandler } from 'express'
import { html, sendPage } from './page.ts'

const links = { dashboard: '/dashboard', documentation: '/docs', openapi: `${apiPrefix}/openapi.json` }

const body = html`<p>One REST API over ${String(platforms.length)} social networks.</p>
<ul class="rows">
<li><a href="${links.dashboard}">Dashboard</a><small>Connect accounts, publish, answer and read reports</small></li>
<li><a href="${links.documentation}">Documentation</a><small>Every operation, with requests to try</small></li>
<li><a href="${links.openapi}">OpenAPI document</a><small>For generators and tools</small></li>
</ul>`

/** Serves the start page with links: as HTML to browsers, as JSON to other clients. */
export const startPage: RequestHandler = (req, res) => {
  res.vary('Accept')
  // Listed first, so that a client which takes anything gets JSON.
  if (req.accepts(['json', 'html']) === 'html') return sendPage(res, { status: 200, title: 'Carillon', body })
  res.setHeader('Cache-Control', 'no-store')
  res.json({ links })
}
