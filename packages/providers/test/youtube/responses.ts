/** Responses of YouTube and Google, written from the shapes their pages document; none was recorded. */

const auth = 'https://www.googleapis.com/auth'
export const upload = `${auth}/youtube.upload`
export const forceSsl = `${auth}/youtube.force-ssl`
export const analytics = `${auth}/yt-analytics.readonly`

/** @see https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-20) */
export function tokens(scopes: readonly string[] = [upload, forceSsl, analytics]) {
  return {
    access_token: 'ya29.first',
    expires_in: 3599,
    refresh_token: '1//first',
    scope: scopes.join(' '),
    token_type: 'Bearer',
  }
}

/** @see https://developers.google.com/youtube/v3/docs/channels#resource (read 2026-11-20) */
export const channels = {
  kind: 'youtube#channelListResponse',
  items: [
    {
      kind: 'youtube#channel',
      id: 'UCtheChannel',
      snippet: {
        title: 'The Channel',
        customUrl: '@channel',
        thumbnails: { default: { url: 'https://yt3.example/88.jpg' }, high: { url: 'https://yt3.example/800.jpg' } },
      },
      contentDetails: { relatedPlaylists: { likes: 'LL', uploads: 'UUtheChannel' } },
    },
  ],
}

/** @see https://developers.google.com/youtube/v3/docs/playlistItems#resource (read 2026-11-20) */
export function playlistItem(videoId: string, over: { title?: string; publishedAt?: string } = {}) {
  return {
    kind: 'youtube#playlistItem',
    id: `item-${videoId}`,
    snippet: { title: 'Morning', publishedAt: '2026-11-20T11:00:00Z', ...over },
    contentDetails: { videoId },
  }
}

export function playlist(items: unknown[], nextPageToken?: string) {
  return { kind: 'youtube#playlistItemListResponse', items, ...(nextPageToken && { nextPageToken }) }
}

/** @see https://developers.google.com/youtube/v3/docs/videos#resource (read 2026-11-20) */
export function video(id: string, parts: Record<string, unknown> = {}) {
  return {
    kind: 'youtube#video',
    id,
    snippet: {
      channelId: 'UCtheChannel',
      title: 'Morning',
      description: 'One take.',
      publishedAt: '2026-11-20T11:00:00Z',
      thumbnails: {
        default: { url: 'https://i.ytimg.example/d.jpg' },
        medium: { url: 'https://i.ytimg.example/m.jpg' },
      },
    },
    statistics: { viewCount: '5120', likeCount: '311', favoriteCount: '0', commentCount: '7' },
    ...parts,
  }
}

export function videos(...items: unknown[]) {
  return { kind: 'youtube#videoListResponse', items }
}

/** @see https://developers.google.com/youtube/v3/docs/errors (read 2026-11-20) */
export function rejection(code: number, reason: string, message = 'Explained by YouTube.') {
  return { error: { code, message, errors: [{ message, domain: 'youtube.common', reason }] } }
}
