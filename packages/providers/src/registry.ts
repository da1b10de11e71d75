import type { Platform } from '@carillon/domain'
import type { Adapter } from './adapter.ts'

type Loaders = { [P in Platform]: () => Promise<Adapter<P>> }

/**
 * Returns a function that calls `load` once and then returns the same promise. After a failure, the next call loads
 * again. An `import()` costs as much as a small request, even of a module that was imported before.
 */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** Loads each adapter, with the libraries that it needs, at its first use. One line for each network. */
const loaders: Loaders = {
  instagram: once(async () => (await import('./instagram/adapter.ts')).instagram),
  tiktok: once(async () => (await import('./tiktok/adapter.ts')).tiktok),
  facebook: once(async () => (await import('./facebook/adapter.ts')).facebook),
  whatsapp: once(async () => (await import('./whatsapp/adapter.ts')).whatsapp),
  youtube: once(async () => (await import('./youtube/adapter.ts')).youtube),
  x: once(async () => (await import('./x/adapter.ts')).x),
  bluesky: once(async () => (await import('./bluesky/adapter.ts')).bluesky),
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
