import { readFiguresRequest } from '../../figures/request.ts'
import type { Dependencies } from '../dependencies.ts'
import { accountFieldNames, dailyFields } from './account-fields.ts'
import { newestDay } from './counts.ts'
import { videoFieldNames } from './video-fields.ts'

/**
 * Handles `POST /person/figures`: sets metrics of a post (`post`) or of an account, keyed by TikTok's field names.
 * Daily metrics of an account are set for the day `date`, by default the newest reported day. `followers_count` is also
 * set for the profile, except for an earlier day. Returns the handle, the post or the day, and the metrics that were
 * set.
 * @throws RangeError that names an invalid field
 */
export function setFigures({ store, figures, context }: Dependencies, body: Record<string, unknown>): unknown {
  const names = body['post'] === undefined ? accountFieldNames : videoFieldNames
  const { as, post: postId, date, set } = readFiguresRequest(body, { names, fields: ['as', 'post', 'date'] })
  const person = as === undefined ? store.people[0] : store.people.find(({ handle }) => handle === as)
  if (person === undefined) throw new RangeError(`as: ${store.people.map(({ handle }) => handle).join(', ')}`)
  if (postId !== undefined) {
    const post = store.posts.find(({ id, accountId }) => id === postId && accountId === person.openId)
    if (post === undefined) throw new RangeError(`post: ${person.handle} has no such post`)
    for (const [name, figure] of set) figures.set({ subject: post.id, name }, figure)
    return { as: person.handle, post: post.id, set: Object.fromEntries(set) }
  }
  const newest = newestDay(context.now())
  const day = date ?? newest
  for (const [name, figure] of set) {
    const isDaily = Object.hasOwn(dailyFields, name)
    if (isDaily) figures.set({ subject: person.openId, name, day }, figure)
    if (!isDaily || day >= newest) figures.set({ subject: person.openId, name }, figure)
  }
  return { as: person.handle, date: day, set: Object.fromEntries(set) }
}
