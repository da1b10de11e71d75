import { hostOf, type XCall } from './credentials.ts'

/** Returns the URL of a post. If the handle is unknown, `i` is used in its place, and X redirects to the post. */
export function permalinkOf({ app, account }: Pick<XCall, 'app' | 'account'>, postId: string): string {
  return `${hostOf(app, 'web')}/${account.displayIdentifier ?? 'i'}/status/${postId}`
}
