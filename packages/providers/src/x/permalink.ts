import type { CallContext } from '../call-context.ts'

/** A post's page; the network redirects `i` to the author where the handle is not known. */
export function permalinkOf({ app, account }: Pick<CallContext, 'app' | 'account'>, postId: string): string {
  return `${app.hosts['web']}/${account.displayIdentifier ?? 'i'}/status/${postId}`
}
