import { Router } from 'express'
import { FACEBOOK_APP, VERIFY_TOKEN } from '../meta/apps.ts'
import { serveGraph } from '../meta/endpoints.ts'
import { sendFault, targetOf } from '../meta/faults.ts'
import { type Host, type Settings, USUAL_SETTINGS } from '../meta/graph/call.ts'
import { operationOf } from '../meta/graph/operations.ts'
import { rawBody } from '../meta/graph/raw-body.ts'
import { revokePageTokens, revokeTokens } from '../meta/login/login.ts'
import { seedConversations } from '../meta/messages/seeds.ts'
import { personActs } from '../meta/person-acts.ts'
import { serveProfileImage } from '../meta/profile-image.ts'
import { announceBy } from '../meta/push/announce.ts'
import { createPusher } from '../meta/push/pusher.ts'
import { showApp } from '../meta/push/show-app.ts'
import { seedFacebook } from '../meta/seeds.ts'
import { showPortal } from '../meta/state/portal.ts'
import { createState, type State } from '../meta/state/state.ts'
import type { Network, SandboxContext } from '../network.ts'
import { adsActs } from './ads/acts.ts'
import { rejectRoot } from './ads/nodes.ts'
import { seedAds } from './ads/seeds/index.ts'
import { adsState } from './ads/state.ts'
import { serveDialog } from './dialog.ts'
import { FACEBOOK_FINDERS } from './nodes.ts'
import { debugToken, grantToken } from './oauth.ts'
import { postAsPage } from './person-post.ts'
import { serveReelUpload } from './reel-upload.ts'
import { facebookState } from './show-state.ts'
import { settleVideos } from './video-file.ts'

export { FACEBOOK_APP } from '../meta/apps.ts'

const OPEN = {
  'GET ': rejectRoot,
  'GET oauth/access_token': grantToken,
  'POST oauth/access_token': grantToken,
  'GET debug_token': debugToken,
}

function routerOf(host: Host): Router {
  const router = Router()
  router.get('/profile-images/:id', serveProfileImage())
  router.use(rawBody())
  for (const path of ['/dialog/oauth', '/:version/dialog/oauth']) {
    router.get(path, serveDialog(host))
    router.post(path, serveDialog(host))
  }
  router.post('/video-upload/:version/:video', serveReelUpload(host))
  router.use(serveGraph({ ...host, open: OPEN, finders: FACEBOOK_FINDERS }))
  return router
}

/**
 * Returns the environment variables with which the gateway uses the simulated Facebook. They also cover Instagram
 * accounts that are connected by Facebook Login.
 */
function environmentOf(baseUrl: string): Record<string, string> {
  return {
    FACEBOOK_CLIENT_ID: FACEBOOK_APP.id,
    FACEBOOK_CLIENT_SECRET: FACEBOOK_APP.secret,
    FACEBOOK_VERIFY_TOKEN: VERIFY_TOKEN,
    FACEBOOK_HOST_WEB: baseUrl,
    FACEBOOK_HOST_GRAPH: baseUrl,
    FACEBOOK_HOST_UPLOAD: baseUrl,
    INSTAGRAM_FACEBOOK_CLIENT_ID: FACEBOOK_APP.id,
    INSTAGRAM_FACEBOOK_CLIENT_SECRET: FACEBOOK_APP.secret,
    INSTAGRAM_HOST_FACEBOOK_WEB: baseUrl,
    INSTAGRAM_HOST_FACEBOOK_GRAPH: baseUrl,
  }
}

/**
 * Creates the simulated Facebook Login and Graph API of Pages, with linked Instagram accounts. One mount serves the
 * hosts www, graph and rupload. Pass the same `state` to `instagram` if both networks are to share their data.
 * @param options `state`: by default a new one. `settings`: by default `USUAL_SETTINGS`. `gatewayUrl`: the URL of the
 *   gateway to which webhooks are sent; null, the default, sends none until `POST /app` sets a URL. `retryMs`: the
 *   delays in ms before each retry of a failed webhook, which is dropped after the last retry; by default ten, from 1
 *   second to 10 minutes
 */
export async function facebook(
  context: SandboxContext,
  options: { state?: State; settings?: Settings; gatewayUrl?: string | null; retryMs?: readonly number[] } = {},
): Promise<Network> {
  const { state = createState(context), settings = USUAL_SETTINGS, gatewayUrl = null, retryMs } = options
  await seedFacebook(state, context)
  seedAds(state)
  seedConversations(state, 'messenger')
  const host: Host = { login: 'facebook', state, app: FACEBOOK_APP, context, settings }
  const webhookUrl = gatewayUrl === null ? null : `${gatewayUrl}/webhooks/facebook`
  const pusher = createPusher({ webhookUrl, verifyToken: VERIFY_TOKEN, now: context.now }, retryMs)
  announceBy(state, 'facebook', pusher)
  return {
    name: 'facebook',
    router: routerOf(host),
    operation: (request) => operationOf(request, state),
    hasThrottleCodes: true,
    sendFault: (fault, request, response, details) =>
      sendFault(fault, { target: targetOf(request, state), response, details }),
    revokeTokens(handle) {
      const page = [...state.pages.values()].find(({ name }) => name === handle)
      if (page !== undefined) return revokePageTokens(state, page.id)
      const person = [...state.people.values()].find((one) => one.handle === handle)
      revokeTokens(state, 'facebook', handle === undefined ? undefined : (person?.id ?? handle))
    },
    records: { state },
    state() {
      settleVideos(state, settings.videoMs)
      return { app: showApp(FACEBOOK_APP, pusher, state), ...facebookState(state), ads: adsState(state) }
    },
    person: { ...personActs(state, 'facebook'), post: (body) => postAsPage(state, body), ...adsActs(state) },
    app: showPortal(state.portal),
    configureApp: (body) => pusher.configure(body),
    close: async () => pusher.close(),
    environment: environmentOf(context.baseUrl),
  }
}
