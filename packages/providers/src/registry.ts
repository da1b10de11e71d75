import type { Platform } from '@carillon/domain'
import type { Adapter } from './adapter.ts'

type Loaders = { [P in Platform]: () => Promise<Adapter<P>> }

/** One line for each network. An adapter is loaded when it is first asked for, with the libraries that it needs. */
const loaders: Loaders = {
  instagram: async () => (await import('./instagram/adapter.ts')).instagram,
  tiktok: async () => (await import('./tiktok/adapter.ts')).tiktok,
  facebook: async () => (await import('./facebook/adapter.ts')).facebook,
  whatsapp: async () => (await import('./whatsapp/adapter.ts')).whatsapp,
  youtube: async () => (await import('./youtube/adapter.ts')).youtube,
  x: async () => (await import('./x/adapter.ts')).x,
  bluesky: async () => (await import('./bluesky/adapter.ts')).bluesky,
}

/** The adapters by network. */
export interface Registry {
  adapter<P extends Platform>(platform: P): Promise<Adapter<P>>
}

export const registry: Registry = {
  adapter: (platform) => loaders[platform](),
}
