import type { CallContext } from '../call-context.ts'
import type { TokenPair } from '../credentials.ts'
import type { PublishCall } from '../ports/publish.ts'

export type TikTokCall = CallContext<TokenPair>
export type TikTokPublishCall = PublishCall<'tiktok', TokenPair>
