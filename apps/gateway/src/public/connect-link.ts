import { operationRow } from '@carillon/contract'
import { isPlatform, type Platform, platformNames } from '@carillon/domain'
import { asServiceError, ServiceError } from '@carillon/errors'
import type { Request, RequestHandler, Response } from 'express'
import type { Backend } from '../backend.ts'
import { checksOf } from '../checks.ts'
import { callerAddress } from '../connection/caller-address.ts'
import { requireOwnForm } from '../connection/own-form.ts'
import { RequestSignal } from '../request-signal.ts'
import { stateOf } from '../request-state.ts'
import type { LinkPage, OfferedPlatform } from '../service.ts'
import { readBrowser, setBrowserCookie } from './browser-cookie.ts'
import { buttonStyle } from './button-style.ts'
import { sendFailurePage } from './ending.ts'
import { html, sendPage } from './page.ts'
import { showSignup } from './signup.ts'

function visitOf(req: Request, backend: Backend): { token: string; from: string } {
  const { token, platform } = req.params
  const named = token ?? platform
  return { token: typeof named === 'string' ? named : '', from: callerAddress(req, backend) }
}

const statuses = { connected: 'connected', expired: 'has to be connected again' } as const

function accountsOf({ accounts }: OfferedPlatform) {
  if (accounts.length === 0) return ''
  const items = accounts.map(
    ({ name, status }) => html`<li>${name} <small>${statuses[status]}</small></li>
`,
  )
  return html`<ul>
${items}</ul>`
}

const wordOf = ({ accounts }: OfferedPlatform, name: string): string => {
  if (accounts.length === 0) return `Connect ${name}`
  return accounts.some(({ status }) => status === 'expired') ? `Reconnect ${name}` : `Reconnect or add ${name}`
}

function sectionOf(offered: OfferedPlatform, token: string) {
  const { platform, needsHandle } = offered
  const name = platformNames[platform]
  const handle = html`<label>Handle <input name="handle" required maxlength="253" autocapitalize="none" spellcheck="false" placeholder="name.example.com"></label>
`
  return html`<section>
<h2>${name}</h2>
${accountsOf(offered)}
<form method="post" action="/connect/${token}/start">
<input type="hidden" name="platform" value="${platform}">
${needsHandle ? handle : ''}<button type="submit">${wordOf(offered, name)}</button>
</form>
</section>
`
}

interface Shown {
  token: string
  page: LinkPage
  rejection?: { status: number; message: string }
}

function sendLinkPage(res: Response, { token, page, rejection }: Shown): void {
  const alert =
    rejection === undefined
      ? ''
      : html`<p role="alert">${rejection.message}</p>
`
  const none = html`<p>No social network is available at the moment.</p>`
  const logo =
    page.logoPath === null
      ? ''
      : html`<img class="logo" src="${page.logoPath}" alt="${page.organizationName}">
`
  const body = html`${alert}${logo}<p>Accounts that you connect here can be used by <strong>${page.organizationName}</strong> for <strong>${page.profileName}</strong>. Close this window if you do not know who that is.</p>
${page.platforms.length === 0 ? none : page.platforms.map((offered) => sectionOf(offered, token))}`
  const title = `Connect accounts with ${page.organizationName}`
  const stylesheet = page.color === null ? null : `/connect/${token}/style.css`
  sendPage(res, { status: rejection?.status ?? 200, title, body, stylesheet })
}

function showLink(backend: Backend): RequestHandler {
  const { service, context } = backend
  return async (req, res) => {
    const visit = visitOf(req, backend)
    if (!service.looksLikeLinkToken(visit.token)) throw new ServiceError('route_not_found', 'The page does not exist.')
    try {
      sendLinkPage(res, { token: visit.token, page: await service.describeLink(context, visit) })
    } catch (thrown) {
      sendFailurePage(req, res, { thrown, backend })
    }
  }
}

/**
 * Serves `/connect/…`: for the token of a connect link, with which an organization lets its customers connect accounts,
 * the page that offers the platforms; for the name of a platform, the page of that platform's own sign-up. For a link
 * that is unknown, expired or rate limited, a page with the error is sent; `route_not_found` for any other path.
 */
export function showConnect(backend: Backend): RequestHandler {
  const [link, signup] = [showLink(backend), showSignup(backend)]
  return (req, res, next) => (isPlatform(req.params['platform']) ? signup : link)(req, res, next)
}

/**
 * Serves the style sheet of a connect link's page, which gives buttons the organization's colour. Empty if the
 * organization has not set one; an error response for an unknown or rate limited link.
 */
export function sendLinkStyle({ service, context, ...backend }: Backend): RequestHandler {
  return async (req, res) => {
    const visit = visitOf(req, { service, context, ...backend })
    const { color } = await service.describeLink(context, visit)
    res.type('css').send(color === null ? '' : buttonStyle(color))
  }
}

interface SentForm {
  platform: Platform
  handle: string | undefined
}

/**
 * Parses the form of a connect link's page.
 * @throws ServiceError `invalid_request` for a platform or handle that `connections.start` would reject
 */
function formIn(body: unknown): SentForm {
  const fields = new Map<string, unknown>(Object.entries(typeof body === 'object' && body !== null ? body : {}))
  const [platform, sent] = ['platform', 'handle'].map((name) => [fields.get(name)].flat()[0])
  if (!isPlatform(platform)) throw new ServiceError('invalid_request', 'The form names no platform.')
  const handle = typeof sent === 'string' && sent.trim() !== '' ? sent.trim() : undefined
  const row = operationRow('connections.start')
  if (Object.hasOwn(row.variants ?? {}, platform))
    checksOf(row).bodyCheck(platform)({ platform, ...(handle !== undefined && { handle }) }, { whole: 'body' })
  return { platform, handle }
}

/**
 * Whether the page of the link is not shown again after an error with this status: the link is unknown or cannot be
 * used for now (404), or a rate limit is reached (429).
 */
const endsPage = (status: number) => status === 404 || status === 429

/**
 * Handles the form of a connect link's page: starts connecting an account and redirects the browser to the network, or
 * to Carillon's page for a sign-up. After an error, the page is shown again with the message. If the link is unknown or
 * cannot be used for now, a rate limit is reached or the error is unexpected, a page with only the message is sent
 * instead.
 */
export function startLink(backend: Backend): RequestHandler {
  const { service, context, closing } = backend
  return async (req, res) => {
    const visit = visitOf(req, backend)
    const ending = new RequestSignal(res, closing)
    ending.startDeadline(backend.deadlineMs)
    const { requestId } = stateOf(req)
    try {
      requireOwnForm(req, backend)
      const call = {
        ...visit,
        ...formIn(req.body),
        browser: readBrowser(req, backend),
        requestId,
        signal: ending.signal,
      }
      const { authorizationUrl, browser } = await service.startFromLink(context, call)
      setBrowserCookie(res, browser, backend)
      res.setHeader('Cache-Control', 'no-store')
      res.redirect(303, authorizationUrl)
    } catch (thrown) {
      const error = asServiceError(service.translateFailure(thrown))
      if (endsPage(error.status) || error.code === 'internal_error')
        return sendFailurePage(req, res, { thrown, backend })
      stateOf(req).code = error.code
      const page = await service.describeLink(context, visit).catch((failure: unknown) => {
        sendFailurePage(req, res, { thrown: failure, backend })
        return null
      })
      if (page !== null) sendLinkPage(res, { token: visit.token, page, rejection: error })
    }
  }
}
