import { countAt } from '../../figures/growth.ts'
import { pick } from '../../figures/shares.ts'
import { DAY_MS, HOUR_MS } from '../graph/graph-time.ts'
import type { Login } from '../state/grant.ts'
import type { State } from '../state/state.ts'

/** A period in ms since the epoch. `from` belongs to it, `to` does not. */
export interface Span {
  from: number
  to: number
}

interface Post {
  id: string
  /** Milliseconds since the epoch. */
  createdAt: number
  likedBy: string[]
}

const perDay = {
  views: (id: string) => 40 + pick(`${id} views`, 120),
  clicks: (id: string) => pick(`${id} clicks`, 12),
  saves: (id: string) => pick(`${id} saves`, 6),
  shares: (id: string) => pick(`${id} shares`, 5),
}

/**
 * Returns by how much the simulated count `name` (views, clicks, saves or shares) of all the posts grows within a
 * period. The parts of a period add up to the whole.
 */
export function grown(state: State, posts: Post[], { name, span }: { name: keyof typeof perDay; span: Span }): number {
  const { startedAt } = state.figures
  return posts.reduce((sum, { id, createdAt }) => {
    const counted = { createdAt, seeded: 0, perDay: perDay[name](id) }
    return sum + countAt(counted, span.to, startedAt) - countAt(counted, span.from, startedAt)
  }, 0)
}

/**
 * Returns the times of the likes of a post in ms since the epoch. Seeded likes follow the post one hour apart; later
 * likes have the times at which they were given.
 */
function likeTimes(state: State, { id, createdAt, likedBy }: Post): number[] {
  const given = state.figures.recorded({ subject: id, name: 'likes' })
  const first = likedBy.slice(0, Math.max(0, likedBy.length - given.length))
  return [...first.map((_, index) => createdAt + (index + 1) * HOUR_MS), ...given]
}

function within({ from, to }: Span): (at: number) => boolean {
  return (at) => at >= from && at < to
}

/** Returns the number of likes that posts got within a period. */
export function likesIn(state: State, posts: Post[], span: Span): number {
  return posts.reduce((sum, post) => sum + likeTimes(state, post).filter(within(span)).length, 0)
}

/**
 * Returns the number of comments and replies on posts within a period, without deleted ones. `login` is the network of
 * the posts, `facebook` or `instagram`.
 */
export function commentsIn(state: State, posts: Post[], { login, span }: { login: Login; span: Span }): number {
  const ids = new Set(posts.map(({ id }) => id))
  const counts = within(span)
  return state.comments[login]
    .all()
    .filter(({ postId, deleted, createdAt }) => ids.has(postId) && !deleted && counts(createdAt)).length
}

/**
 * Returns the number of visits of the profile of a Page or Instagram account, given by its `id`, within a period. Each
 * day of 24 hours has the same number.
 */
export function visitsIn(id: string, { from, to }: Span): number {
  const daily = 4 + pick(`${id} visits`, 16)
  return Math.floor((daily * to) / DAY_MS) - Math.floor((daily * from) / DAY_MS)
}
