import type { Platform } from '@carillon/domain'
import type { Adapter } from './adapter.ts'

type Loaders = { [P in Platform]: () => Promise<Adapter<P>> }

/**
 * Calls `load` once. An `import()` costs as much as a small request, even of what was imported before. What cannot be
 * loaded is tried again.
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

/** One line for each network. An adapter is loaded at its first use, with the libraries that it needs. */
const loaders: Loaders = {
  instagram: once(async () => (await import('./instagram/adapter.ts')).instagram),
  tiktok: once(async () => (await import('./tiktok/adapter.ts')).tiktok),
  facebook: once(async () => (await import('./facebook/adapter.ts')).facebook),
  whatsapp: once(async () => (await import('./whatsapp/adapter.ts')).whatsapp),
  youtube: once(async () => (await import('./youtube/adapter.ts')).youtube),
  x: once(async () => (await import('./x/adapter.ts')).x),
  bluesky: once(async () => (await import('./bluesky/adapter.ts')).bluesky),
}

/** The adapters by network. */
export interface Registry {
  adapter<P extends Platform>(platform: P): Promise<Adapter<P>>
}

export const registry: Registry = {
  adapter: (platform) => loaders[platform](),
}
