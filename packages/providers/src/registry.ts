import type { PlatformWith, PublishPlatform } from '@carillon/domain'
import type { ConnectPort } from './ports/connect.ts'
import type { DeletePostPort, PostsPort } from './ports/posts.ts'
import type { PublishPort } from './ports/publish.ts'

/** The adapters, by what they can do and for which network. */
export interface Registry {
  connect: { [P in PlatformWith<'connect'>]?: ConnectPort }
  publish: { [P in PublishPlatform]?: PublishPort<P> }
  posts: { [P in PlatformWith<'posts.list'>]?: PostsPort }
  deletePost: { [P in PlatformWith<'posts.delete'>]?: DeletePostPort }
}

export const registry: Registry = {
  connect: {},
  publish: {},
  posts: {},
  deletePost: {},
}
