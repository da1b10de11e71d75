import { ServiceError } from '@carillon/errors'
import type { CallContext } from '../call-context.ts'
import { jsonObject } from '../call-network.ts'
import { callApi } from './client.ts'
import { itemsOf, type Resource, textOf } from './resource.ts'

export interface UploadsPage {
  items: Resource[]
  next: string | null
}

const pageSize = '50'

/**
 * A page of what the channel uploaded, newest first.
 * @see https://developers.google.com/youtube/v3/docs/playlistItems/list (read 2026-11-20)
 */
export async function readUploads(call: CallContext, pageToken: string | null): Promise<UploadsPage> {
  try {
    const answer = await callApi(call, {
      method: 'GET',
      path: '/youtube/v3/playlistItems',
      query: {
        part: 'snippet,contentDetails',
        playlistId: String(call.account.credentials['uploads']),
        maxResults: pageSize,
        ...(pageToken !== null && { pageToken }),
      },
      operation: 'playlistItems.list',
      retry: 'read',
    })
    return { items: itemsOf(answer), next: textOf(jsonObject(answer)['nextPageToken']) }
  } catch (error) {
    // The playlist is not there before the first upload.
    if (error instanceof ServiceError && error.code === 'post_not_found') return { items: [], next: null }
    throw error
  }
}
