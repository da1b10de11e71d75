import { createHash } from 'node:crypto'
import type { GraphCall } from '../../../meta/graph/call.ts'
import { GraphError } from '../../../meta/graph/graph-error.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import { badParameter, rejection } from '../rejections.ts'
import { isDryRun, requireOpenAccount } from './reading.ts'

/**
 * Checks that the user has the task `ADVERTISE` on the Page of a post, and that the post exists and can be promoted.
 * @param storyId the id of the post, `<page id>_<number>`
 * @throws GraphError if not
 */
export function requirePromotable(storyId: string, { state, token }: GraphCall): void {
  const pageId = storyId.split('_')[0] ?? ''
  const role = state.people.get(token.grant.subjectId)?.roles.find((one) => one.pageId === pageId)
  if (role === undefined) throw rejection('wrongPage')
  if (!role.tasks.includes('ADVERTISE')) {
    throw new GraphError('(#200) The user must have the ADVERTISE task on the Page', { code: 200, status: 403 })
  }
  if (!state.pagePosts.has(storyId)) throw rejection('noPost')
  if (state.ads.ineligiblePosts.has(storyId)) throw rejection('ineligiblePost')
}

/** The parameters that make up a creative's content. The name does not belong to it. */
const CONTENT = ['object_story_id', 'instagram_user_id', 'degrees_of_freedom_spec', 'contextual_multi_ads', 'url_tags']

/**
 * Returns the name that Meta gives to a creative: the requested name, the day and a hash. Seen live for creatives of
 * existing posts; unverified for creatives without a requested name.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/creative (read 2026-11-20)
 */
function namedByMeta(name: string, { id, now }: { id: string; now: number }): string {
  const hash = createHash('md5').update(id).digest('hex')
  return `${name} ${new Date(now).toISOString().slice(0, 10)}-${hash}`
}

/**
 * Handles `POST /act_{id}/adcreatives`: creates a creative from a Page post; other kinds are not supported. If an
 * active creative with the same content exists, returns the id of that one, which keeps its name. With `validate_only`
 * in `execution_options`, only checks the parameters and returns `{success: true}`.
 * @throws GraphError if the ad account is disabled, a parameter is invalid, or the post cannot be promoted
 * @see https://github.com/facebook/facebook-java-business-sdk/issues/499 (read 2026-11-23)
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/creative (read 2026-11-20)
 */
export function createCreative(account: AdAccount, call: GraphCall): unknown {
  const { parameters, state } = call
  requireOpenAccount(account)
  allowOnly(parameters, [
    ...['name', 'object_story_id', 'instagram_user_id', 'degrees_of_freedom_spec', 'contextual_multi_ads'],
    ...['url_tags', 'authorization_category', 'execution_options'],
  ])
  const storyId = parameters.required('object_story_id')
  if (!/^\d+_\d+$/.test(storyId)) throw badParameter('object_story_id', 'object_story_id is {page}_{post}.')
  requirePromotable(storyId, call)
  if (isDryRun(call)) return { success: true }
  const content = JSON.stringify(CONTENT.map((name) => parameters.text(name) ?? null))
  const equal = [...state.ads.creatives.values()].find(
    (one) => one.adAccountId === account.id && one.status === 'ACTIVE' && one.content === content,
  )
  if (equal !== undefined) return { id: equal.id }
  const id = state.nextId('1202', 17)
  const now = state.now()
  state.ads.creatives.set(id, {
    id,
    adAccountId: account.id,
    name: namedByMeta(parameters.text('name') ?? `Post ${storyId}`, { id, now }),
    status: 'ACTIVE',
    objectStoryId: storyId,
    instagramUserId: parameters.text('instagram_user_id') ?? null,
    content,
    createdAt: now,
  })
  return { id }
}
