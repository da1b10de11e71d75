import type { Figures } from '../figures/index.ts'
import type { SandboxContext } from '../network.ts'
import type { Store } from './store/store.ts'

/** The developer's app as TikTok knows it. */
export interface App {
  /** The id: `client_key` on the consent page, `client_id` or `app_id` in the API. */
  id: string
  secret: string
  /** The registered redirect URIs; if undefined, every valid one is accepted. */
  redirectUris?: string[]
}

/** The dependencies of all endpoints. */
export interface Dependencies {
  store: Store
  figures: Figures
  app: App
  context: SandboxContext
}
