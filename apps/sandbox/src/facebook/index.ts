import { Router } from 'express'
import { FACEBOOK_APP } from '../meta/apps.ts'
import { type Host, type Settings, USUAL_SETTINGS } from '../meta/graph/call.ts'
import { serveGraph } from '../meta/graph/endpoints.ts'
import { answerFault, targetOf } from '../meta/graph/faults.ts'
import { operationOf } from '../meta/graph/operations.ts'
import { rawBody } from '../meta/graph/raw-body.ts'
import { revokePageTokens, revokeTokens } from '../meta/login/login.ts'
import { seedConversations } from '../meta/messages/seeds.ts'
import { personActs } from '../meta/person-acts.ts'
import { serveProfileImage } from '../meta/profile-picture.ts'
import { sowFacebook } from '../meta/seeds.ts'
import { facebookState } from '../meta/state.ts'
import { createWorld, type World } from '../meta/world.ts'
import type { Network, Surroundings } from '../network.ts'
import { adsActs } from './ads/acts.ts'
import { rejectRoot } from './ads/nodes.ts'
import { seedAds } from './ads/seeds/index.ts'
import { adsState } from './ads/state.ts'
import { serveDialog } from './dialog.ts'
import { FACEBOOK_FINDERS } from './nodes.ts'
import { debugToken, grantToken } from './oauth.ts'
import { postAsPage } from './person-post.ts'
import { serveReelUpload } from './reel-upload.ts'
import { settleVideos } from './video-file.ts'

export { FACEBOOK_APP } from '../meta/apps.ts'
export { LOGIN_CONFIGURATION } from '../meta/login/scopes.ts'

const OPEN = {
  'GET ': rejectRoot,
  'GET oauth/access_token': grantToken,
  'POST oauth/access_token': grantToken,
  'GET debug_token': debugToken,
}

function routerOf(host: Host): Router {
  const router = Router()
  router.get('/profile-pictures/:id', serveProfileImage())
  router.use(rawBody())
  for (const path of ['/dialog/oauth', '/:version/dialog/oauth']) {
    router.get(path, serveDialog(host))
    router.post(path, serveDialog(host))
  }
  router.post('/video-upload/:version/:video', serveReelUpload(host))
  router.use(serveGraph({ ...host, open: OPEN, finders: FACEBOOK_FINDERS }))
  return router
}

/** Instagram's accounts behind Facebook Login are reached here as well. */
function environmentOf(baseUrl: string): Record<string, string> {
  return {
    FACEBOOK_CLIENT_ID: FACEBOOK_APP.id,
    FACEBOOK_CLIENT_SECRET: FACEBOOK_APP.secret,
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
 * Facebook Login and the Graph API of Pages, with the Instagram accounts linked to them. One mount for www, graph
 * and rupload. `world` is handed to `instagram` too when both are to hold the same.
 */
export async function facebook(
  surroundings: Surroundings,
  options: { world?: World; settings?: Settings } = {},
): Promise<Network> {
  const { world = createWorld(surroundings), settings = USUAL_SETTINGS } = options
  await sowFacebook(world, surroundings)
  seedAds(world)
  seedConversations(world, 'messenger')
  const host: Host = { login: 'facebook', world, app: FACEBOOK_APP, surroundings, settings }
  return {
    name: 'facebook',
    router: routerOf(host),
    operation: (request) => operationOf(request, world),
    hasThrottleCodes: true,
    answerFault: (fault, request, response, details) =>
      answerFault(fault, { target: targetOf(request, world), response, details }),
    revokeTokens(handle) {
      const page = [...world.pages.values()].find(({ name }) => name === handle)
      if (page !== undefined) return revokePageTokens(world, page.id)
      const person = [...world.people.values()].find((one) => one.handle === handle)
      revokeTokens(world, 'facebook', handle === undefined ? undefined : (person?.id ?? handle))
    },
    state() {
      settleVideos(world, settings.videoMs)
      return { ...facebookState(world), ads: adsState(world) }
    },
    person: { ...personActs(world, 'facebook'), post: (body) => postAsPage(world, body), ...adsActs(world) },
    environment: environmentOf(surroundings.baseUrl),
  }
}
