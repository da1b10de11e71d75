import type { Figures } from '../figures/index.ts'
import type { SandboxContext } from '../network.ts'
import type { Store } from './store/store.ts'

/** A developer's app as registered with the simulated TikTok. */
export interface App {
  /** The app's id: `client_key` on the consent page, `client_id` or `app_id` in the API. */
  id: string
  secret: string
  /** Registered redirect URIs; undefined accepts every well-formed redirect URI. */
  redirectUris?: string[]
}

/** The state and services that every endpoint of the simulated TikTok works with. */
export interface Dependencies {
  store: Store
  figures: Figures
  app: App
  context: SandboxContext
}
