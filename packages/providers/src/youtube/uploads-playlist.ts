import { ServiceError } from '@carillon/errors'
import { bodyOf, type Fields, textOf } from '../json.ts'
import { callApi } from './client.ts'
import type { YouTubeCall } from './credentials.ts'
import { itemsOf } from './resource.ts'

export interface UploadsPage {
  items: Fields[]
  next: string | null
}

const pageSize = '50'

/**
 * A page of what the channel uploaded, newest first.
 * @see https://developers.google.com/youtube/v3/docs/playlistItems/list (read 2026-11-20)
 */
export async function readUploads(call: YouTubeCall, pageToken: string | null): Promise<UploadsPage> {
  try {
    const answer = await callApi(call, {
      method: 'GET',
      path: '/youtube/v3/playlistItems',
      query: {
        part: 'snippet,contentDetails',
        playlistId: call.account.credentials.uploads,
        maxResults: pageSize,
        ...(pageToken !== null && { pageToken }),
      },
      operation: 'playlistItems.list',
      retry: 'read',
    })
    return { items: itemsOf(answer), next: textOf(bodyOf(answer)['nextPageToken']) }
  } catch (error) {
    // The playlist is not there before the first upload.
    if (error instanceof ServiceError && error.code === 'post_not_found') return { items: [], next: null }
    throw error
  }
}
