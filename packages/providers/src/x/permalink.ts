import { hostOf, type XCall } from './credentials.ts'

/** The URL of a post. With `i` in place of an unknown handle, X redirects to the author's page. */
export function permalinkOf({ app, account }: Pick<XCall, 'app' | 'account'>, postId: string): string {
  return `${hostOf(app, 'web')}/${account.displayIdentifier ?? 'i'}/status/${postId}`
}
