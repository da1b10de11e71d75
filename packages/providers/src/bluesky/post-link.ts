import type { App } from '../call-context.ts'

/** A post's page, addressed by the account's id so that it outlives a change of handle. */
export function permalinkOf({ hosts }: Pick<App, 'hosts'>, uri: string | undefined): string | null {
  const [, did, , rkey] = /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(uri ?? '') ?? []
  return did && rkey ? `${hosts['web']}/profile/${did}/post/${rkey}` : null
}
