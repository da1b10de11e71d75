import type { Exchange } from './exchange.ts'

interface Known {
  network: string
  operation: string
  line: RegExp
  /** Why the call is right, or cannot be otherwise here. */
  reason: string
}

/** What does not fit a contract and is known. Every row has to be needed: one that no call meets any more is an error. */
export const known: readonly Known[] = [
  {
    network: 'bluesky',
    operation: 'app.bsky.video.uploadVideo',
    line: /^output(\.(did|jobId|state|progress): unknown|: Output must have the property "jobStatus")$/,
    reason: 'The live service responds with the status itself, and the Lexicon puts it under jobStatus; both are read.',
  },
  {
    network: 'facebook',
    operation: 'accounts.get',
    line: /^response\.picture\.data: must be array$/,
    reason: 'The specification makes `picture.data` a list; Graph responds with one object unless redirect=1.',
  },
  {
    network: 'facebook',
    operation: 'accounts.list',
    line: /^response\.data\.\d+\.picture\.data: must be array$/,
    reason: 'As for accounts.get.',
  },
  {
    network: 'facebook',
    operation: 'ads.ad.get',
    line: /^fields Ad\.(objective|optimization_goal): unknown$/,
    reason:
      'What kind an id is of is found by asking for a field of each kind; the rejection of the others is expected.',
  },
  {
    network: 'facebook',
    operation: 'ads.adset.get',
    line: /^fields AdSet\.objective: unknown$/,
    reason: 'As for ads.ad.get.',
  },
  {
    network: 'facebook',
    operation: 'media.status',
    line: /^response\.status\.uploading_phase: must NOT have unevaluated properties bytes_transfered$/,
    reason:
      'The guide of reels and the specification spell it differently; the sandbox responds for reels as the guide does.',
  },
  {
    network: 'instagram',
    operation: 'accounts.get',
    line: /^response\.user_id: must be integer$/,
    reason: 'The specification types user_id as an integer; ids exceed 2^53, and the documentation shows a text.',
  },
  {
    network: 'tiktok',
    operation: 'posts.create',
    line: /^body\.(photo_images\.\d+|video_url): must match pattern "\^https:\/\/"$/,
    reason: 'Media on this machine have http URLs; in production MEDIA_URL has to be https.',
  },
  {
    network: 'whatsapp',
    operation: 'messages.send',
    line: /^body: must NOT have unevaluated properties biz_opaque_callback_data$/,
    reason: 'The OpenAPI document lacks it; the documentation in prose and the webhooks of statuses have it.',
  },
  {
    network: 'whatsapp',
    operation: 'numbers.list',
    line: /^response\.data\.\d+\.code_verification_status: must be equal to one of the allowed values/,
    reason: 'The OpenAPI document says UNVERIFIED where the documentation in prose says NOT_VERIFIED and EXPIRED.',
  },
  {
    network: 'x',
    operation: 'media.finalize',
    line: /^body: application\/json is not accepted$/,
    reason: 'Neither document shows a body, and the servers reject a call without an empty JSON object.',
  },
  {
    network: 'x',
    operation: 'posts.create',
    line: /^response\.data: must NOT have unevaluated properties edit_history_tweet_ids$/,
    reason: 'Only the documentation in prose shows it in the response of a new post.',
  },
]

export function knownFor({ network, operation }: Exchange, line: string): Known | undefined {
  return known.find((row) => row.network === network && row.operation === operation && row.line.test(line))
}
