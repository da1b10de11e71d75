import type { App } from '../call-context.ts'
import { hostOf } from './host.ts'

/** A post's page, addressed by the account's id so that it outlives a change of handle. */
export function permalinkOf(app: Pick<App, 'hosts'>, uri: string | undefined): string | null {
  const [, did, , rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri ?? '') ?? []
  return did && rkey ? `${hostOf(app, 'web')}/profile/${did}/post/${rkey}` : null
}
