import { apiPrefix } from '@carillon/contract'
import type { Route } from '../route.ts'
import { billingPage } from './billing.ts'
import { clientDocument } from './client-document.ts'
import { sendLinkStyle, showConnect, startLink } from './connect-link.ts'
import { dashboardRoutes } from './dashboard.ts'
import { endSession, openSession, showSession } from './dashboard-session.ts'
import { docsRoutes } from './docs.ts'
import { healthz, readyz } from './health.ts'
import { logo } from './logo.ts'
import { publicMedia, thumbnails } from './media.ts'
import { oauthCallback } from './oauth-callback.ts'
import { openApi } from './openapi.ts'
import { pageStyleSheet } from './page.ts'
import { handleSelection, showSelection } from './select-accounts.ts'
import { handleSignup, sendSignupScript } from './signup.ts'
import { startPage } from './start-page.ts'
import { statusRoutes } from './status-page.ts'
import { handleDataDeletion, handleDeauthorization, showDataDeletion } from './user-requests.ts'
import { handleWebhook, verifyWebhook } from './webhook.ts'

const KiB = 1024
const smallBody = { maxBytes: 64 * KiB, maxMs: 10_000 } as const

/**
 * The routes that need no API key: the OpenAPI document, and those outside of the API, for browsers, networks and
 * operators. Webhooks of a further network need no new row, because the path contains the platform.
 */
export const publicRoutes: readonly Route[] = [
  { path: '/', headers: 'page', withoutDatabase: true, get: () => startPage },
  { path: '/healthz', withoutDatabase: true, get: () => healthz },
  { path: '/readyz', withoutDatabase: true, get: readyz },
  { path: '/metrics', withoutDatabase: true, get: ({ metrics }) => metrics.handler },
  { path: `${apiPrefix}/openapi.json`, withoutDatabase: true, get: openApi },
  { path: '/oauth/:platform/callback{/}', headers: 'page', get: oauthCallback },
  { path: '/oauth/:platform/deauthorize', post: handleDeauthorization, body: { kind: 'form', ...smallBody } },
  { path: '/oauth/:platform/data-deletion', post: handleDataDeletion, body: { kind: 'form', ...smallBody } },
  { path: '/data-deletion/:code', headers: 'page', get: showDataDeletion },
  { path: '/oauth/:platform/:document', get: clientDocument },
  {
    path: '/connect/select/:token',
    headers: 'page',
    get: showSelection,
    post: handleSelection,
    body: { kind: 'form', ...smallBody },
  },
  { path: '/connect/:token/start', headers: 'page', post: startLink, body: { kind: 'form', ...smallBody } },
  { path: '/connect/:token/style.css', get: sendLinkStyle },
  { path: '/connect/:platform/script.js', get: sendSignupScript },
  {
    path: '/connect/:platform',
    headers: 'page',
    get: showConnect,
    post: handleSignup,
    body: { kind: 'json', ...smallBody },
  },
  { path: '/logos/:hash', headers: 'media', get: logo },
  { path: '/media/thumbnails/:token', headers: 'media', get: thumbnails },
  { path: '/media/:token', headers: 'media', get: publicMedia },
  {
    path: '/webhooks/:platform',
    get: verifyWebhook,
    post: handleWebhook,
    // The largest body that any social network announces.
    body: { kind: 'raw', maxBytes: 3 * KiB * KiB, maxMs: 20_000 },
  },
  { path: '/page.css', withoutDatabase: true, get: () => pageStyleSheet },
  ...statusRoutes,
  { path: '/billing', headers: 'page', withoutDatabase: true, get: () => billingPage },
  ...docsRoutes.map((route) => ({ ...route, withoutDatabase: true })),
  {
    path: '/dashboard/session',
    get: showSession,
    post: openSession,
    delete: endSession,
    body: { kind: 'json', ...smallBody },
  },
  ...dashboardRoutes,
]
