import type { Platform } from '@carillon/domain'
import { loadOnce } from '@carillon/errors'
import type { Adapter } from './adapter.ts'

type Loaders = { [P in Platform]: () => Promise<Adapter<P>> }

/** Loads each adapter, with the libraries that it needs, at its first use. One line for each network. */
const loaders: Loaders = {
  instagram: loadOnce(async () => (await import('./instagram/adapter.ts')).instagram),
  tiktok: loadOnce(async () => (await import('./tiktok/adapter.ts')).tiktok),
  facebook: loadOnce(async () => (await import('./facebook/adapter.ts')).facebook),
  whatsapp: loadOnce(async () => (await import('./whatsapp/adapter.ts')).whatsapp),
  youtube: loadOnce(async () => (await import('./youtube/adapter.ts')).youtube),
  x: loadOnce(async () => (await import('./x/adapter.ts')).x),
  bluesky: loadOnce(async () => (await import('./bluesky/adapter.ts')).bluesky),
}

/**
 * Provides the adapters of all networks. An adapter is loaded, with the libraries that it needs, when it is first
 * requested; if that fails, the promise rejects and the next request loads it again.
 */
export interface Registry {
  adapter<P extends Platform>(platform: P): Promise<Adapter<P>>
}

export const registry: Registry = {
  adapter: (platform) => loaders[platform](),
}
