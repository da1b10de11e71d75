import type { Figures } from '../figures/index.ts'
import type { SandboxContext } from '../network.ts'
import type { Store } from './store/store.ts'

/** The developer's app as the network knows it. */
export interface App {
  /** `client_key` on the consent page, `client_id` or `app_id` in the API. */
  id: string
  secret: string
  /** Registered redirect URIs; undefined takes every one of the right form. */
  redirectUris?: string[]
}

/** Dependencies of every endpoint. */
export interface Dependencies {
  store: Store
  figures: Figures
  app: App
  context: SandboxContext
}
