import { hostOf, type XCall } from './credentials.ts'

/** A post's page; the network redirects `i` to the author where the handle is not known. */
export function permalinkOf({ app, account }: Pick<XCall, 'app' | 'account'>, postId: string): string {
  return `${hostOf(app, 'web')}/${account.displayIdentifier ?? 'i'}/status/${postId}`
}
