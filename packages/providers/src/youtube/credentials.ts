import type { CallContext, JsonObject } from '../call-context.ts'
import { parseTokenPair, storedText, type TokenPair } from '../credentials.ts'
import type { PublishCall } from '../ports/publish.ts'

/** The credentials of a channel: its tokens, and the playlist with its uploads. */
export type YouTubeCredentials = TokenPair & {
  /** The id of the playlist that contains all uploads of the channel. */
  uploads: string
}

export type YouTubeCall = CallContext<YouTubeCredentials>
export type YouTubePublishCall = PublishCall<'youtube', YouTubeCredentials>

/**
 * Converts stored credentials to those that the ports use.
 * @throws ProviderError `connection_expired` if the access token or the id of the channel's uploads playlist is missing
 */
export function parseCredentials(stored: JsonObject): YouTubeCredentials {
  return { ...parseTokenPair(stored), uploads: storedText(stored, 'uploads') }
}
