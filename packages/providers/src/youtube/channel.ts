import { ServiceError } from '@carillon/errors'
import type { AppCall } from '../call-context.ts'
import { callNetwork } from '../call-network.ts'
import { type Fields, objectOf, textOf } from '../json.ts'
import type { Identity, Names } from '../ports/connect.ts'
import { apiPath, hostOf } from './client.ts'
import { connectDialect } from './errors.ts'
import { imageOf, itemsOf } from './resource.ts'

interface OwnChannel extends Pick<Identity, 'providerId' | 'displayIdentifier' | 'displayName' | 'avatarUrl'> {
  /** The id of the playlist that contains all uploads of the channel. */
  uploads: string
}

/** Returns the handle and the title in the `snippet` of a channel; null for one that is missing. */
export function namesOf(snippet: Fields): Names {
  return { displayIdentifier: textOf(snippet['customUrl']), displayName: textOf(snippet['title']) }
}

/**
 * Reads the channel that the user selected on the consent page. A token belongs to one channel.
 * @throws ServiceError `no_channel` if the account has no channel
 * @see https://developers.google.com/youtube/v3/docs/channels/list (read 2026-11-20)
 */
export async function readOwnChannel(call: AppCall, accessToken: string): Promise<OwnChannel> {
  const response = await callNetwork(call, connectDialect, {
    method: 'GET',
    url: `${hostOf(call.app, 'api')}${apiPath}/channels?part=snippet%2CcontentDetails&mine=true`,
    operation: 'channels.list',
    timeoutMs: 10_000,
    headers: { authorization: `Bearer ${accessToken}` },
    retry: 'read',
  })
  const [channel] = itemsOf(response)
  const providerId = channel && textOf(channel['id'])
  if (!providerId) throw new ServiceError('no_channel', 'The selected account has no YouTube channel.')
  const snippet = objectOf(channel['snippet'])
  const { uploads } = objectOf(objectOf(channel['contentDetails'])['relatedPlaylists'])
  return {
    providerId,
    ...namesOf(snippet),
    avatarUrl: imageOf(snippet),
    // If YouTube does not report the playlist, its id is the channel's id with U in place of C.
    uploads: textOf(uploads) ?? `UU${providerId.slice(2)}`,
  }
}
