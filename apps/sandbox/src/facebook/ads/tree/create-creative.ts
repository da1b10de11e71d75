import type { GraphCall } from '../../../meta/graph/call.ts'
import { GraphError } from '../../../meta/graph/graph-error.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { AdAccount } from '../records.ts'
import { badParameter, rejection } from '../rejections.ts'
import { isDryRun, requireOpenAccount } from './reading.ts'

/** Rejects a Page that the person cannot advertise for, and a post that is gone or cannot be promoted. */
function requirePromotable(storyId: string, { state, token }: GraphCall): void {
  const pageId = storyId.split('_')[0] ?? ''
  const role = state.people.get(token.grant.subjectId)?.roles.find((one) => one.pageId === pageId)
  if (role === undefined) throw rejection('wrongPage')
  if (!role.tasks.includes('ADVERTISE')) {
    throw new GraphError('(#200) The user must have the ADVERTISE task on the Page', { code: 200, status: 403 })
  }
  if (!state.pagePosts.has(storyId)) throw rejection('noPost')
  if (state.ads.ineligiblePosts.has(storyId)) throw rejection('ineligiblePost')
}

/**
 * `POST /act_{id}/adcreatives`: creates a creative from a Page post. Other kinds of creatives are not supported.
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
  const id = state.nextId('1202', 17)
  state.ads.creatives.set(id, {
    id,
    adAccountId: account.id,
    name: parameters.text('name') ?? `Post ${storyId}`,
    status: 'ACTIVE',
    objectStoryId: storyId,
    instagramUserId: parameters.text('instagram_user_id') ?? null,
    createdAt: state.now(),
  })
  return { id }
}
