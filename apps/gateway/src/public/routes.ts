import { Router } from 'express'
import type { Backend } from '../backend.ts'
import { pageForm } from '../body/page-form.ts'
import { addRoute } from '../routes.ts'
import { securityHeaders } from '../security-headers.ts'
import { clientDocument } from './client-document.ts'
import { addDashboard } from './dashboard.ts'
import { addDocs } from './docs.ts'
import { healthz, readyz } from './health.ts'
import { publicMedia } from './media.ts'
import type { Metrics } from './metrics.ts'
import { oauthCallback } from './oauth-callback.ts'
import { html, pageStyle, sendPage } from './page.ts'
import { showSelection, takeSelection } from './select-accounts.ts'
import { sendSignupScript, showSignup, takeSignup } from './signup.ts'
import { startPage } from './start-page.ts'
import { takeWebhook, verifyWebhook } from './webhook.ts'

/** Everything outside the interface: what browsers, networks and operators ask for. */
export function publicRouter(
  backend: Backend,
  { metrics, isStopping }: { metrics: Metrics; isStopping: () => boolean },
): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const page = securityHeaders('page', backend)
  addRoute(router, { path: '/', before: page, methods: { get: startPage } })
  addRoute(router, { path: '/healthz', methods: { get: healthz } })
  addRoute(router, { path: '/readyz', methods: { get: readyz(backend, isStopping) } })
  addRoute(router, { path: '/metrics', methods: { get: metrics.handler } })
  addRoute(router, { path: '/oauth/:platform/callback{/}', before: page, methods: { get: oauthCallback(backend) } })
  addRoute(router, { path: '/oauth/:platform/:document', methods: { get: clientDocument(backend) } })
  router.post('/connect/select/:token', pageForm(backend))
  addRoute(router, {
    path: '/connect/select/:token',
    before: page,
    methods: { get: showSelection(backend), post: takeSelection(backend) },
  })
  addRoute(router, { path: '/connect/:platform/script.js', methods: { get: sendSignupScript(backend) } })
  addRoute(router, {
    path: '/connect/:platform',
    before: page,
    methods: { get: showSignup(backend), post: takeSignup(backend) },
  })
  addRoute(router, {
    path: '/media/:token',
    before: securityHeaders('media', backend),
    methods: { get: publicMedia(backend) },
  })
  addRoute(router, {
    path: '/webhooks/:platform',
    methods: { get: verifyWebhook(backend), post: takeWebhook(backend) },
  })
  addRoute(router, {
    path: '/page.css',
    methods: {
      get: (_req, res) => {
        res.setHeader('Cache-Control', 'public, max-age=3600')
        res.type('css').send(pageStyle)
      },
    },
  })
  addRoute(router, {
    path: '/billing',
    before: page,
    methods: {
      get: (_req, res) => {
        const body = html`<p>This deployment takes no cards online. Ask whoever runs it to put one on file.</p>`
        sendPage(res, { status: 200, title: 'Billing', body })
      },
    },
  })
  addDocs(router, securityHeaders('docs', backend))
  addDashboard(router, securityHeaders('dashboard', backend))
  return router
}
