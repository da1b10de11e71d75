import type { App } from '../call-context.ts'
import { hostOf } from './host.ts'

/**
 * Returns the public URL of a post, given its at-URI; null if that is missing or malformed. The URL contains the
 * account's DID and therefore stays valid if the handle changes.
 */
export function permalinkOf(app: Pick<App, 'hosts'>, uri: string | undefined): string | null {
  const [, did, , rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri ?? '') ?? []
  return did && rkey ? `${hostOf(app, 'web')}/profile/${did}/post/${rkey}` : null
}
