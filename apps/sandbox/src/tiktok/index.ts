import { createFigures } from '../figures/index.ts'
import type { Network, SandboxContext } from '../network.ts'
import { APP_PRESETS, sandboxApp } from './app.ts'
import { tiktokCommentActs } from './comments/acts.ts'
import type { App, Dependencies } from './dependencies.ts'
import { playFault } from './faults.ts'
import { revokeGrants } from './grants.ts'
import { isRejected } from './http/envelope.ts'
import { seedPeople } from './people.ts'
import { personActions } from './person.ts'
import { findEndpoint, tiktokRouter } from './router.ts'
import { addSeedData } from './seeds.ts'
import { describeState } from './show-state.ts'
import { createStore } from './store/store.ts'
import { loopbackProperties } from './url-properties/verification.ts'

export { sandboxApp as tiktokApp } from './app.ts'

/**
 * Creates the simulated TikTok API for Business, Accounts endpoints v1.3. Below `context.baseUrl` are the consent page
 * at `/v2/auth/authorize/` and the API at `/open_api/v1.3/`.
 */
export function tiktok(context: SandboxContext, app: App = sandboxApp): Network {
  const store = createStore(seedPeople(), loopbackProperties())
  const dependencies: Dependencies = { context, app, store, figures: createFigures(context.now()) }
  const seeded = addSeedData(dependencies)
  return {
    name: 'tiktok',
    router: tiktokRouter(dependencies, seeded),
    operation: (request) => findEndpoint(request)?.operation,
    sendFault: (fault, request, response) =>
      playFault(fault, { dependencies, endpoint: findEndpoint(request), response }),
    isRejection: ({ body }) => isRejected(body),
    revokeTokens: (handle) =>
      revokeGrants(
        store,
        handle === undefined ? undefined : (store.people.find((person) => person.handle === handle)?.openId ?? ''),
      ),
    records: { store, figures: dependencies.figures },
    async state() {
      await seeded
      return describeState(dependencies)
    },
    app: { settings: () => ({ scopes: store.appScopes }), presets: APP_PRESETS },
    environment: {
      TIKTOK_CLIENT_ID: app.id,
      TIKTOK_CLIENT_SECRET: app.secret,
      TIKTOK_HOST_WEB: context.baseUrl,
      TIKTOK_HOST_API: context.baseUrl,
    },
    person: Object.fromEntries(
      Object.entries({ ...personActions, ...tiktokCommentActs(dependencies) }).map(([name, act]) => [
        name,
        async (body: Record<string, unknown>) => {
          await seeded
          return act(body, dependencies)
        },
      ]),
    ),
  }
}

/** Creates the simulated TikTok and waits for its seed data, so that a snapshot can be restored over it. */
export async function startTiktok(context: SandboxContext): Promise<Network> {
  const network = tiktok(context)
  await network.state()
  return network
}
