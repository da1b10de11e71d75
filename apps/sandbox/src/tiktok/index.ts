import { createFigures } from '../figures/index.ts'
import type { Network, Surroundings } from '../network.ts'
import { sandboxApp } from './app.ts'
import { tiktokCommentActs } from './comments/acts.ts'
import { playFault } from './faults.ts'
import { findEndpoint, tiktokRouter } from './http/router.ts'
import { revokeGrants } from './oauth/grants.ts'
import { seedPeople } from './people.ts'
import { personActions } from './person.ts'
import { plantSeeds } from './seeds.ts'
import { describeState } from './state.ts'
import { createStore } from './store.ts'
import { loopbackProperties } from './url-properties/verification.ts'
import type { App, World } from './world.ts'

export { sandboxApp as tiktokApp } from './app.ts'

/**
 * A double of the TikTok API for Business, Accounts endpoints v1.3. Below its base URL: the consent page at
 * `/v2/auth/authorize/`, the API at `/open_api/v1.3/`.
 */
export function tiktok(surroundings: Surroundings, app: App = sandboxApp): Network {
  const store = createStore(seedPeople(), loopbackProperties())
  const world: World = { surroundings, app, store, figures: createFigures(surroundings.now()) }
  const seeded = plantSeeds(world)
  return {
    name: 'tiktok',
    router: tiktokRouter(world, seeded),
    operation: (request) => findEndpoint(request)?.operation,
    answerFault: (fault, request, response) => playFault(fault, { world, endpoint: findEndpoint(request), response }),
    revokeTokens: (handle) =>
      revokeGrants(
        store,
        handle === undefined ? undefined : (store.people.find((person) => person.handle === handle)?.openId ?? ''),
      ),
    async state() {
      await seeded
      return describeState(world)
    },
    environment: {
      TIKTOK_CLIENT_ID: app.id,
      TIKTOK_CLIENT_SECRET: app.secret,
      TIKTOK_HOST_WEB: surroundings.baseUrl,
      TIKTOK_HOST_API: surroundings.baseUrl,
    },
    person: Object.fromEntries(
      Object.entries({ ...personActions, ...tiktokCommentActs(world) }).map(([name, act]) => [
        name,
        async (body: Record<string, unknown>) => {
          await seeded
          return act(body, world)
        },
      ]),
    ),
  }
}
