import type { App } from '../call-context.ts'
import { textOf } from '../json.ts'
import { callPage, hostOf } from './client.ts'
import type { FacebookCall } from './credentials.ts'
import { readDialect } from './errors.ts'

/** The absolute URL of a permalink. Facebook returns those of posts with a host and those of videos without one. */
export function absoluteUrl(app: Pick<App, 'hosts'>, permalink: unknown): string | null {
  const address = textOf(permalink)
  return address?.startsWith('/') ? `${hostOf(app, 'web')}${address}` : address
}

/**
 * Reads the URL of a post; null when it cannot be read now, since the post is published either way.
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
