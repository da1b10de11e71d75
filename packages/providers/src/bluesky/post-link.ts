import type { App } from '../call-context.ts'
import { hostOf } from './host.ts'

/** The public URL of a post. It contains the account's DID and so survives a change of handle. */
export function permalinkOf(app: Pick<App, 'hosts'>, uri: string | undefined): string | null {
  const [, did, , rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri ?? '') ?? []
  return did && rkey ? `${hostOf(app, 'web')}/profile/${did}/post/${rkey}` : null
}
