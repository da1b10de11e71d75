import { Router } from 'express'
import { INSTAGRAM_APP, VERIFY_TOKEN } from '../meta/apps.ts'
import { serveGraph } from '../meta/endpoints.ts'
import { sendFault, targetOf } from '../meta/faults.ts'
import { type Host, type Settings, USUAL_SETTINGS } from '../meta/graph/call.ts'
import { operationOf } from '../meta/graph/operations.ts'
import { rawBody } from '../meta/graph/raw-body.ts'
import { instagramFinders } from '../meta/instagram/nodes.ts'
import { revokeTokens } from '../meta/login/login.ts'
import { MESSAGE_FINDERS } from '../meta/messages/nodes.ts'
import { seedConversations } from '../meta/messages/seeds.ts'
import { personActs } from '../meta/person-acts.ts'
import { serveProfileImage } from '../meta/profile-image.ts'
import { announceBy } from '../meta/push/announce.ts'
import { createPusher } from '../meta/push/pusher.ts'
import { showApp } from '../meta/push/show-app.ts'
import { seedInstagram } from '../meta/seeds.ts'
import { showPortal } from '../meta/state/portal.ts'
import { createState, type State } from '../meta/state/state.ts'
import type { Network, SandboxContext } from '../network.ts'
import { serveAuthorize } from './authorize.ts'
import { exchangeError, serveCodeExchange } from './code-exchange.ts'
import { postAsAccount } from './person-post.ts'
import { instagramState } from './show-state.ts'
import { exchangeForLongLivedToken, refreshToken } from './tokens.ts'

export { INSTAGRAM_APP } from '../meta/apps.ts'

const OPEN = { 'GET access_token': exchangeForLongLivedToken, 'GET refresh_access_token': refreshToken }

function routerOf(host: Host): Router {
  const router = Router()
  router.get('/profile-images/:id', serveProfileImage())
  router.use(rawBody())
  router.get('/oauth/authorize', serveAuthorize(host))
  router.post('/oauth/authorize', serveAuthorize(host))
  router.post('/oauth/access_token', serveCodeExchange(host))
  router.use(serveGraph({ ...host, open: OPEN, finders: [...instagramFinders, ...MESSAGE_FINDERS] }))
  return router
}

/**
 * Creates the simulated Instagram Login and its API. One mount serves the hosts www, api and graph.instagram.com. Pass
 * the same `state` to `facebook` if both networks are to share their data.
 * @param options `state`: by default a new one. `settings`: by default `USUAL_SETTINGS`. `gatewayUrl`: the URL of the
 *   gateway to which webhooks are sent; null, the default, sends none until `POST /app` sets a URL. `retryMs`: the
 *   delays in ms before each retry of a failed webhook, which is dropped after the last retry; by default ten, from 1
 *   second to 10 minutes
 */
export async function instagram(
  context: SandboxContext,
  options: { state?: State; settings?: Settings; gatewayUrl?: string | null; retryMs?: readonly number[] } = {},
): Promise<Network> {
  const { state = createState(context), settings = USUAL_SETTINGS, gatewayUrl = null, retryMs } = options
  await seedInstagram(state, context)
  seedConversations(state, 'instagram')
  const host: Host = { login: 'instagram', state, app: INSTAGRAM_APP, context, settings }
  const webhookUrl = gatewayUrl === null ? null : `${gatewayUrl}/webhooks/instagram`
  const pusher = createPusher({ webhookUrl, verifyToken: VERIFY_TOKEN, now: context.now }, retryMs)
  announceBy(state, 'instagram', pusher)
  return {
    name: 'instagram',
    router: routerOf(host),
    operation: (request) => operationOf(request, state),
    hasThrottleCodes: true,
    sendFault(fault, request, response, details) {
      if (fault === 'throttle' && request.path === '/oauth/access_token') {
        return void response.status(429).json(exchangeError('Application request limit reached', 429))
      }
      sendFault(fault, { target: targetOf(request, state), response, details })
    },
    revokeTokens(handle) {
      const account = [...state.instagramAccounts.values()].find(({ username }) => username === handle)
      revokeTokens(state, 'instagram', handle === undefined ? undefined : (account?.id ?? handle))
    },
    records: { state },
    state: () => ({ app: showApp(INSTAGRAM_APP, pusher, state), ...instagramState(state) }),
    person: {
      ...personActs(state, 'instagram'),
      post: (body) => postAsAccount({ state, keep: context.keep }, body),
    },
    app: showPortal(state.portal),
    configureApp: (body) => pusher.configure(body),
    close: async () => pusher.close(),
    environment: {
      INSTAGRAM_CLIENT_ID: INSTAGRAM_APP.id,
      INSTAGRAM_CLIENT_SECRET: INSTAGRAM_APP.secret,
      INSTAGRAM_VERIFY_TOKEN: VERIFY_TOKEN,
      INSTAGRAM_HOST_WEB: context.baseUrl,
      INSTAGRAM_HOST_API: context.baseUrl,
      INSTAGRAM_HOST_GRAPH: context.baseUrl,
    },
  }
}
