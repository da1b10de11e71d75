import { addDays, DAY_MS, daysFrom, utcCalendar } from '../../figures/calendar.ts'
import { countAt } from '../../figures/growth.ts'
import type { Figures } from '../../figures/index.ts'
import { pick } from '../../figures/shares.ts'
import type { Person } from '../people.ts'
import type { Post } from '../post.ts'
import type { Store } from '../store/store.ts'

/** The state from which metrics are computed. */
export interface View {
  store: Store
  figures: Figures
  /** The time in ms since the epoch. */
  now: number
}

/** The age in ms at which the counts of a post stop growing. */
const FROZEN_AFTER_MS = 365 * DAY_MS
/** The delay of metrics in days: after 24 to 48 hours, the newest are those of the day before yesterday. */
const LAG_DAYS = 2

/** Returns the newest day (YYYY-MM-DD, UTC) with metrics: the day before yesterday at `now` (ms since the epoch). */
export function newestDay(now: number): string {
  return addDays(utcCalendar.dayOf(now), -LAG_DAYS)
}

interface Count {
  /** The count that a seeded post has when the sandbox starts. For later posts it is not used. */
  seeded(post: Post): number
  perDay(post: Post): number
}

const counts = {
  video_views: { seeded: ({ views }) => views, perDay: ({ id }) => 60 + pick(`${id} views`, 240) },
  likes: { seeded: ({ likes }) => likes, perDay: ({ id }) => 5 + pick(`${id} likes`, 20) },
  shares: { seeded: ({ id }) => pick(`${id} shares`, 20), perDay: ({ id }) => pick(`${id} shares`, 6) },
  favorites: { seeded: ({ id }) => pick(`${id} favorites`, 50), perDay: ({ id }) => pick(`${id} favorites`, 9) },
  new_followers: { seeded: ({ id }) => pick(`${id} followers`, 10), perDay: ({ id }) => pick(`${id} followers`, 3) },
  profile_views: { seeded: ({ id }) => pick(`${id} profile`, 40), perDay: ({ id }) => pick(`${id} profile`, 9) },
  website_clicks: { seeded: ({ id }) => pick(`${id} website`, 9), perDay: ({ id }) => pick(`${id} website`, 2) },
} satisfies Record<string, Count>

export type CountName = keyof typeof counts

/**
 * Returns the count `name` of a post, such as its views, at the time `at`, in milliseconds since the epoch; 0 before
 * the post was created. It grows until the post is 365 days old. Likes that a test has given count from the time at
 * which they were given.
 */
export function postCount(post: Post, name: CountName, { figures, at }: { figures: Figures; at: number }): number {
  const { createdAt } = post
  const until = Math.min(at, createdAt + FROZEN_AFTER_MS)
  if (until <= createdAt) return 0
  const { seeded, perDay }: Count = counts[name]
  const given = figures.recorded({ subject: post.id, name })
  const before = createdAt < figures.startedAt ? seeded(post) - (name === 'likes' ? given.length : 0) : 0
  const grown = countAt({ createdAt, seeded: before, perDay: perDay(post) }, until, figures.startedAt)
  return grown + given.filter((time) => time <= at).length
}

/** Returns all posts of a user except drafts, including posts that are not public. */
export function postsOf(person: Person, store: Store): Post[] {
  return store.posts.filter(({ accountId, draft }) => accountId === person.openId && !draft)
}

/** Returns how much a count, such as views or likes, grew on a day (YYYY-MM-DD, UTC) over all posts of an account. */
export function dayCount(person: Person, name: CountName, { view, day }: { view: View; day: string }): number {
  const { store, figures } = view
  const [start, end] = [utcCalendar.startOf(day), utcCalendar.startOf(addDays(day, 1))]
  return postsOf(person, store).reduce(
    (sum, post) => sum + postCount(post, name, { figures, at: end }) - postCount(post, name, { figures, at: start }),
    0,
  )
}

/** Returns the number of comments on an account's posts on a day (YYYY-MM-DD, UTC), without deleted ones. */
export function dayComments(person: Person, { store }: View, day: string): number {
  const own = new Set(postsOf(person, store).map(({ id }) => id))
  const [start, end] = [utcCalendar.startOf(day), utcCalendar.startOf(addDays(day, 1))]
  const counts = (at: number) => at >= start && at < end
  return store.comments
    .all()
    .filter(({ postId, deleted, createdAt }) => counts(createdAt) && !deleted && own.has(postId)).length
}

/** Returns the simulated numbers of followers gained and lost on a day (YYYY-MM-DD, UTC). */
export function followerChange({ openId, followers }: Person, day: string): { gained: number; lost: number } {
  const max = Math.floor(followers / 200)
  return { gained: pick(`${openId} ${day} new`, max), lost: pick(`${openId} ${day} lost`, Math.floor(max / 3)) }
}

/**
 * Returns the number of followers at the end of a day (YYYY-MM-DD, UTC). `person.followers` is the number at the end of
 * the day before the sandbox started.
 */
export function followersAfter(person: Person, { figures }: View, day: string): number {
  const known = addDays(utcCalendar.dayOf(figures.startedAt), -1)
  const net = (days: string[]) =>
    days.reduce((sum, one) => {
      const { gained, lost } = followerChange(person, one)
      return sum + gained - lost
    }, 0)
  if (day < known) return person.followers - net(daysFrom(addDays(day, 1), known))
  return person.followers + net(daysFrom(addDays(known, 1), day))
}
