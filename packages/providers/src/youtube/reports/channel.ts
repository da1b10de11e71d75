import type { ReportFields } from '@carillon/domain'
import { countOf, type Fields, objectOf, stringOf } from '../../json.ts'
import { namesOf } from '../channel.ts'
import { apiPath, callApi } from '../client.ts'
import type { YouTubeCall } from '../credentials.ts'
import { reportDialect } from '../errors.ts'
import { imageOf, itemsOf } from '../resource.ts'

type Channel = ReportFields['youtube.channel-insights']['channel']

/**
 * Builds the report's channel from a channel resource of YouTube. `subscribers` is null if the channel hides the
 * number; missing values are null as well.
 */
export function channelOf(channelId: string, channel: Fields): Channel {
  const [snippet, statistics] = [objectOf(channel['snippet']), objectOf(channel['statistics'])]
  const hidden = statistics['hiddenSubscriberCount'] === true
  return {
    channelId,
    title: stringOf(snippet['title']),
    handle: stringOf(snippet['customUrl']),
    avatarUrl: imageOf(snippet),
    subscribers: hidden ? null : countOf(statistics['subscriberCount']),
    views: countOf(statistics['viewCount']),
    videos: countOf(statistics['videoCount']),
  }
}

/**
 * Reads the account's channel with its totals, for one unit of the daily quota, and stores its names (`noteNames`). If
 * YouTube returns no channel, all values except the id are null.
 * @throws ProviderError `quota_exhausted` if too few units are left; otherwise the rejection of YouTube
 * @see https://developers.google.com/youtube/v3/docs/channels/list (read 2026-11-20)
 */
export async function readChannel(call: YouTubeCall): Promise<Channel> {
  const response = await callApi(call, {
    method: 'GET',
    path: `${apiPath}/channels`,
    query: { part: 'snippet,statistics', mine: 'true' },
    operation: 'channels.list',
    dialect: reportDialect,
    retry: 'read',
  })
  const [channel = {}] = itemsOf(response)
  await call.noteNames?.(namesOf(objectOf(channel['snippet'])))
  return channelOf(call.account.providerId, channel)
}
