import { ServiceError } from '@carillon/errors'
import type { Dialect } from '../call-network.ts'
import { bodyOf, type Fields, objectOf, textOf } from '../json.ts'
import { apiPath, callApi } from './client.ts'
import type { YouTubeCall } from './credentials.ts'
import { readDialect, reportedUploadsDialect } from './errors.ts'
import { itemsOf } from './resource.ts'

interface UploadsPage {
  items: Fields[]
  next: string | null
}

interface Page {
  pageToken?: string | null
  maxResults: number
  dialect?: Dialect
}

/**
 * Reads a page of the channel's uploads, for one unit of the daily quota; empty before the first upload, when the
 * playlist does not exist.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise translated by `dialect`
 * @see https://developers.google.com/youtube/v3/docs/playlistItems/list (read 2026-11-20)
 */
async function readPage(
  call: YouTubeCall,
  { pageToken = null, maxResults, dialect = readDialect }: Page,
): Promise<UploadsPage> {
  try {
    const response = await callApi(call, {
      method: 'GET',
      path: `${apiPath}/playlistItems`,
      query: {
        part: 'snippet,contentDetails',
        playlistId: call.account.credentials.uploads,
        maxResults: String(maxResults),
        ...(pageToken !== null && { pageToken }),
      },
      operation: 'playlistItems.list',
      retry: 'read',
      dialect,
    })
    return { items: itemsOf(response), next: textOf(bodyOf(response)['nextPageToken']) }
  } catch (error) {
    // The playlist does not exist before the first upload.
    if (error instanceof ServiceError && error.code === 'post_not_found') return { items: [], next: null }
    throw error
  }
}

/**
 * Reads a page of up to 50 of the channel's uploads, newest first, for one unit of the daily quota; empty before the
 * first upload. `pageToken` is `next` of the page before; null for the first page.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise the rejection of YouTube
 */
export function readUploads(call: YouTubeCall, pageToken: string | null): Promise<UploadsPage> {
  return readPage(call, { pageToken, maxResults: 50 })
}

/**
 * Reads the ids of the channel's newest uploads for a report, newest first, for one unit of the daily quota; an empty
 * list without any. `count` is the maximum to return, up to 50, since YouTube returns no larger page.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise the rejection of YouTube
 */
export async function newestVideoIds(call: YouTubeCall, count: number): Promise<string[]> {
  const { items } = await readPage(call, { maxResults: count, dialect: reportedUploadsDialect })
  return items.flatMap((item) => textOf(objectOf(item['contentDetails'])['videoId']) ?? [])
}
