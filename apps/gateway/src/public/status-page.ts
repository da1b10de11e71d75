import { platformNames } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { authenticateDashboard } from '../dashboard/session-requests.ts'
import type { Route } from '../route.ts'
import type { InstallationStatus } from '../service.ts'
import { type Html, html, sendPage } from './page.ts'

type Counts = InstallationStatus['publishes']['total']

const stateWords = {
  up: 'Works',
  slow: 'Slow',
  down: 'Does not work',
  quiet: 'Not called lately',
} as const satisfies Record<InstallationStatus['networks'][number]['state'], string>

/**
 * Checks that the operator has turned on the status page.
 * @throws ServiceError `route_not_found` if it is off
 */
function requirePage({ context }: Backend): void {
  if (!context.config.statusPage) throw new ServiceError('route_not_found', 'The path does not exist.')
}

const share = (part: number, of: number): string => (of === 0 ? '' : ` (${((100 * part) / of).toFixed(2)} %)`)

/** Formats a point in time to the minute, in UTC. */
const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** Renders the numbers of publishes by outcome. */
function outcomes({ published, failed, unknown, open }: Counts): Html {
  const ended = published + failed.post + failed.account + failed.network + failed.carillon + unknown
  const rows: readonly [string, number][] = [
    ['Published', published],
    ['Failed because of the post', failed.post],
    ["Failed because of the account's connection", failed.account],
    ['Failed because of the network', failed.network],
    ['Failed because of Carillon', failed.carillon],
    ['Outcome unknown', unknown],
  ]
  const items = rows.map(([label, count]) => html`<li>${label}<span>${String(count)}${share(count, ended)}</span></li>`)
  return html`<ul class="rows">${items}</ul>${open === 0 ? html`` : html`<p>In progress: ${String(open)}</p>`}`
}

/** Serves the public status page: the state of the networks, and the outcomes of the publishes of the last 90 days. */
function statusPage(backend: Backend): RequestHandler {
  return async (_req, res) => {
    requirePage(backend)
    const { at, networks, publishes } = await backend.service.currentStatus(backend.context)
    const items = networks.map(
      ({ platform, state }) =>
        html`<li>${platformNames[platform]}<span class="${state}">${stateWords[state]}</span></li>`,
    )
    const body = html`<section><h2>Networks</h2><ul class="rows">${items}</ul><p><small>As the calls of the last ten minutes show, at ${minuteOf(at)}.</small></p></section>
<section><h2>Publishes of the last ${String(publishes.days)} days</h2>${outcomes(publishes.total)}</section>
<p><small>The same as <a href="/status.json">JSON</a>.</small></p>`
    sendPage(res, { status: 200, title: 'Status', body })
  }
}

function statusDocument(backend: Backend): RequestHandler {
  return async (_req, res) => {
    requirePage(backend)
    res.setHeader('Cache-Control', 'public, max-age=15')
    res.json(await backend.service.currentStatus(backend.context))
  }
}

/**
 * Serves the state of the networks to the dashboard; `unauthorized` without a session. The numbers of publishes, which
 * count those of all organizations, are left out.
 */
function dashboardNetworks(backend: Backend): RequestHandler {
  return async (req, res) => {
    await authenticateDashboard(req, backend)
    const { at, networks } = await backend.service.currentStatus(backend.context)
    res.setHeader('Cache-Control', 'no-store')
    res.json({ at, networks: networks.map(({ platform, state }) => ({ platform, state })) })
  }
}

export const statusRoutes: readonly Route[] = [
  { path: '/status', headers: 'page', get: statusPage },
  { path: '/status.json', get: statusDocument },
  { path: '/dashboard/networks.json', headers: 'dashboard', get: dashboardNetworks },
]
