import type { App } from '../call-context.ts'
import { textOf } from '../json.ts'
import { callPage, hostOf } from './client.ts'
import type { FacebookCall } from './credentials.ts'
import { readDialect } from './errors.ts'

/**
 * Returns a permalink of Facebook as an absolute URL; null if it is missing. Facebook returns permalinks of posts with
 * a host and those of videos without.
 */
export function absoluteUrl(app: Pick<App, 'hosts'>, permalink: unknown): string | null {
  const address = textOf(permalink)
  return address?.startsWith('/') ? `${hostOf(app, 'web')}${address}` : address
}

/**
 * Reads the URL of a post; null if it cannot be read, since the post is published in any case.
 * @see https://developers.facebook.com/docs/graph-api/reference/page-post (read 2026-11-20)
 */
export async function readPermalink(call: FacebookCall, postId: string): Promise<string | null> {
  try {
    const body = await callPage(call, {
      dialect: readDialect,
      method: 'GET',
      path: `/${postId}`,
      operation: 'posts.get',
      query: { fields: 'permalink_url' },
      timeoutMs: 5_000,
    })
    return absoluteUrl(call.app, body['permalink_url'])
  } catch {
    return null
  }
}
