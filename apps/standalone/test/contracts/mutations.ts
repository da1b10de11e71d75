import type { Body, Exchange, Pairs } from './exchange.ts'

/** A mistake that an adapter, or the sandbox, could make in one call. */
export interface Mutation {
  network: string
  operation: string
  title: string
  /** Makes the mistake; false when the call has nothing to make it in. */
  change(exchange: Exchange): boolean
}

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function renamePair(pairs: Pairs, from: string, to: string): boolean {
  const pair = pairs.find(([name]) => name === from)
  if (pair) pair[0] = to
  return pair !== undefined
}

function at(value: unknown, path: readonly string[]): Json | undefined {
  let found = value
  for (const name of path) found = isJson(found) ? found[name] : undefined
  return isJson(found) ? found : undefined
}

function jsonOf(body: Body, path: readonly string[]): Json | undefined {
  return body.kind === 'json' ? at(body.json, path) : undefined
}

function renameMember(body: Body, [from, to]: [string, string], path: readonly string[] = []): boolean {
  const json = jsonOf(body, path)
  if (json === undefined || !(from in json)) return false
  json[to] = json[from]
  delete json[from]
  return true
}

function replaceMember(
  body: Body,
  name: string,
  { by, path = [] }: { by: (value: unknown) => unknown; path?: string[] },
) {
  const json = jsonOf(body, path)
  if (json === undefined || !(name in json)) return false
  json[name] = by(json[name])
  return true
}

const inQuery = (from: string, to: string) => (exchange: Exchange) => renamePair(exchange.request.query, from, to)
const inHeaders = (from: string, to: string) => (exchange: Exchange) => renamePair(exchange.request.headers, from, to)

const inForm =
  (from: string, to: string) =>
  ({ request: { body } }: Exchange): boolean =>
    body.kind === 'form' && renamePair(body.form, from, to)

const inParts =
  (from: string, to: string) =>
  ({ request: { body } }: Exchange): boolean => {
    const part = body.kind === 'multipart' ? body.parts.find(({ name }) => name === from) : undefined
    if (part) part.name = to
    return part !== undefined
  }

/** Misspells one of the fields that a call to Graph asks for. */
const inFields =
  (from: string, to: string) =>
  ({ request: { query } }: Exchange): boolean => {
    const pair = query.find(([name, value]) => name === 'fields' && new RegExp(`\\b${from}\\b`).test(value))
    if (pair) pair[1] = pair[1].replace(new RegExp(`\\b${from}\\b`), to)
    return pair !== undefined
  }

const inBody =
  (from: string, to: string, path: string[] = []) =>
  (exchange: Exchange) =>
    renameMember(exchange.request.body, [from, to], path)

const asText =
  (name: string, path: string[] = []) =>
  (exchange: Exchange) =>
    replaceMember(exchange.request.body, name, { by: String, path })

const inResponse =
  (from: string, to: string, path: string[] = []) =>
  (exchange: Exchange) =>
    renameMember(exchange.response.body, [from, to], path)

const setForm =
  (name: string, value: string) =>
  ({ request: { body } }: Exchange): boolean => {
    const pair = body.kind === 'form' ? body.form.find(([one]) => one === name) : undefined
    if (pair) pair[1] = value
    return pair !== undefined
  }

const addQuery =
  (name: string, value: string) =>
  ({ request: { query } }: Exchange): boolean =>
    query.push([name, value]) > 0

function rows(network: string, list: [operation: string, title: string, change: Mutation['change']][]): Mutation[] {
  return list.map(([operation, title, change]) => ({ network, operation, title, change }))
}

export const mutations: readonly Mutation[] = [
  ...rows('x', [
    ['media.initialize', 'total_bytes as text', asText('total_bytes')],
    ['media.append', 'segment_index misspelt', inParts('segment_index', 'segmentIndex')],
    ['posts.create', 'reply without its nesting', inBody('in_reply_to_tweet_id', 'in_reply_to', ['reply'])],
    [
      'posts.create',
      'media_ids as numbers',
      ({ request: { body } }) =>
        replaceMember(body, 'media_ids', {
          by: (ids) => (Array.isArray(ids) ? ids.map(Number) : ids),
          path: ['media'],
        }),
    ],
    ['posts.list', 'unknown parameter', addQuery('count', '10')],
    ['posts.list', 'text missing in the response', inResponse('text', 'full_text', ['data', '0'])],
    ['media.status', 'command misspelt', inQuery('media_id', 'mediaId')],
    ['oauth.token', 'code_verifier misspelt', inForm('grant_type', 'grantType')],
  ]),
  ...rows('tiktok', [
    ['properties.list', 'secret renamed', inQuery('secret', 'client_secret')],
    ['posts.create', 'caption misspelt', inBody('caption', 'text', ['post_info'])],
    ['posts.create', 'disable_comment as text', asText('disable_comment', ['post_info'])],
    ['posts.status', 'publish_id misspelt', inQuery('publish_id', 'share_id')],
    ['comments.list', 'sort_order misspelt', inQuery('sort_order', 'order')],
    ['comments.hide', 'video_id left out of its place', inBody('video_id', 'item_id')],
    ['accounts.get', 'response without request_id', inResponse('request_id', 'log_id')],
    ['oauth.token', 'auth_code renamed', inBody('auth_code', 'code')],
  ]),
  ...rows('facebook', [
    ['accounts.get', 'field of /me misspelt', inFields('name', 'nmae')],
    ['accounts.list', 'field of a Page misspelt', inFields('username', 'user_name')],
    ['posts.list', 'field of a post misspelt', inFields('created_time', 'create_time')],
    ['comments.list', 'field of a comment misspelt', inFields('is_hidden', 'hidden')],
    ['comments.hide', 'is_hidden misspelt', inForm('is_hidden', 'hidden_now')],
    ['conversations.list', 'platform misspelt', inQuery('platform', 'channel')],
    [
      'messages.send',
      'messaging_type of no such kind',
      ({ request: { body } }) => replaceMember(body, 'messaging_type', { by: () => 'ANSWER' }),
    ],
    ['insights.get', 'metric misspelt', inQuery('metric', 'metrics')],
    ['videos.publish', 'upload_phase of no such kind', setForm('upload_phase', 'begin')],
    [
      'ads.campaign.create',
      'special_ad_categories left out',
      inForm('special_ad_categories', 'special_ad_category_list'),
    ],
    ['ads.adset.create', 'targeting that is not JSON', setForm('targeting', 'US')],
    ['ads.adset.create', 'daily_budget with a fraction', setForm('daily_budget', '15.00')],
    ['ads.insights.list', 'field of an insight misspelt', inFields('impressions', 'impression')],
    ['ads.lead.list', 'field of a lead misspelt', inFields('field_data', 'fields_data')],
    [
      'posts.list',
      'response with a member that was not asked for',
      inResponse('created_time', 'created', ['data', '0']),
    ],
  ]),
  ...rows('instagram', [
    ['media.create', 'image_url misspelt', inForm('image_url', 'imageUrl')],
    ['comments.create', 'message misspelt', inForm('message', 'text')],
    ['posts.list', 'field of a post misspelt', inFields('permalink', 'perma_link')],
    ['media.status', 'response with a status that was not asked for', inResponse('status_code', 'code')],
  ]),
  ...rows('youtube', [
    ['videos.insert', 'upload header renamed', inHeaders('x-upload-content-length', 'x-upload-length')],
    ['videos.insert', 'madeForKids misspelt', inBody('selfDeclaredMadeForKids', 'madeForKid', ['status'])],
    ['videos.insert', 'tags as text', asText('tags', ['snippet'])],
    [
      'commentThreads.insert',
      'textOriginal misspelt',
      inBody('textOriginal', 'text', ['snippet', 'topLevelComment', 'snippet']),
    ],
    ['comments.setModerationStatus', 'moderationStatus misspelt', inQuery('moderationStatus', 'status')],
    ['reports.query', 'startDate misspelt', inQuery('startDate', 'start-date')],
    ['channels.list', 'part left out', inQuery('part', 'parts')],
    ['videos.list', 'response with a member of no such name', inResponse('snippet', 'snipped', ['items', '0'])],
  ]),
  ...rows('bluesky', [
    ['app.bsky.video.uploadVideo', 'did renamed', inQuery('did', 'repo')],
    ['app.bsky.video.startUpload', 'sizeBytes misspelt', inBody('sizeBytes', 'size')],
    ['app.bsky.video.uploadPart', 'partNumber misspelt', inQuery('partNumber', 'part')],
    ['com.atproto.repo.putRecord', 'rkey misspelt', inBody('rkey', 'key')],
    [
      'com.atproto.repo.putRecord',
      'createdAt that is not a time',
      ({ request: { body } }) => replaceMember(body, 'createdAt', { by: () => 'now', path: ['record'] }),
    ],
    ['com.atproto.repo.putRecord', 'langs misspelt', inBody('langs', 'lang', ['record'])],
    ['com.atproto.server.getServiceAuth', 'lxm misspelt', inQuery('lxm', 'method')],
    [
      'com.atproto.repo.listRecords',
      'limit as a word',
      ({ request: { query } }) => {
        const pair = query.find(([name]) => name === 'limit')
        if (pair) pair[1] = 'all'
        return pair !== undefined
      },
    ],
    ['oauth.par', 'code_challenge misspelt', inForm('code_challenge', 'challenge')],
  ]),
  ...rows('whatsapp', [
    ['messages.send', 'components misspelt', inBody('components', 'component', ['template'])],
    [
      'numbers.register',
      'pin as a number',
      ({ request: { body } }) => replaceMember(body, 'pin', { by: () => 123_456 }),
    ],
    ['templates.list', 'unknown parameter', addQuery('statuses', 'APPROVED')],
  ]),
]

export function missed({ network, operation }: Pick<Mutation, 'network' | 'operation'>): Error {
  return new Error(`No recorded call of ${network} ${operation} can be changed like this.`)
}
