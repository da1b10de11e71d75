import type { CallContext, JsonObject } from '../call-context.ts'
import { parseTokenPair, storedText, type TokenPair } from '../credentials.ts'
import type { PublishCall } from '../ports/publish.ts'

export type YouTubeCredentials = TokenPair & {
  /** The playlist that contains all uploads of the channel. */
  uploads: string
}

export type YouTubeCall = CallContext<YouTubeCredentials>
export type YouTubePublishCall = PublishCall<'youtube', YouTubeCredentials>

/**
 * Reads stored credentials: the token pair and the id of the channel's uploads playlist.
 * @throws if one is missing
 */
export function parseCredentials(stored: JsonObject): YouTubeCredentials {
  return { ...parseTokenPair(stored), uploads: storedText(stored, 'uploads') }
}
