import type { PlatformWith, PublishPlatform } from '@carillon/domain'
import type { ConnectPort } from './ports/connect.ts'
import type { DeletePostPort, PostsPort } from './ports/posts.ts'
import type { PublishPort } from './ports/publish.ts'

/** Networks whose adapters stand. The mapped types below then demand exactly theirs. */
type Built = never

type Standing<P> = Extract<P, Built>

export interface Registry {
  connect: { [P in Standing<PlatformWith<'connect'>>]: ConnectPort }
  publish: { [P in Standing<PublishPlatform>]: PublishPort<P> }
  posts: { [P in Standing<PlatformWith<'posts.list'>>]: PostsPort }
  deletePost: { [P in Standing<PlatformWith<'posts.delete'>>]: DeletePostPort }
}

export const registry: Registry = {
  connect: {},
  publish: {},
  posts: {},
  deletePost: {},
}
