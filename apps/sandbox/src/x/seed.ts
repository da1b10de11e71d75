import { type Account, addPost, type State } from './state.ts'

const DAY = 24 * 60 * 60_000
const JOINED = Date.UTC(2021, 4, 17)

type Person = Pick<Account, 'handle' | 'name' | 'subscriptionType' | 'followers' | 'following'>

/** The seeded users. The first one is used wherever a request names none. */
const PEOPLE: Person[] = [
  { handle: 'mira_bells', name: 'Mira Bellweather', subscriptionType: 'None', followers: 1_284, following: 310 },
  { handle: 'otto_premium', name: 'Otto Lindqvist', subscriptionType: 'Premium', followers: 48_210, following: 702 },
  { handle: 'salt_and_rye', name: 'Salt & Rye Bakery', subscriptionType: 'Basic', followers: 9_066, following: 121 },
  { handle: 'june_okafor', name: 'June Okafor', subscriptionType: 'None', followers: 203, following: 415 },
]

/** The seeded posts. `daysAgo` is their age when the sandbox starts; `replyTo` is the index of the parent. */
const POSTS: { by: string; text: string; daysAgo: number; replyTo?: number; likedBy?: string[] }[] = [
  {
    by: 'salt_and_rye',
    text: 'Sourdough is back on Saturday: https://saltandrye.example/menu',
    daysAgo: 9,
    likedBy: ['june_okafor'],
  },
  {
    by: 'otto_premium',
    text: 'Bells over the harbour at seven. #morning',
    daysAgo: 6,
    likedBy: ['mira_bells', 'june_okafor'],
  },
  { by: 'mira_bells', text: 'Rehearsal tonight, doors at eight.', daysAgo: 4, likedBy: ['otto_premium'] },
  { by: 'june_okafor', text: '@mira_bells see you there!', daysAgo: 4, replyTo: 2 },
  { by: 'june_okafor', text: 'Thanks @mira_bells & @otto_premium for a lovely concert', daysAgo: 2 },
]

/** Stores the seeded users and posts in an empty state. The posts are dated back from `now` (ms since the epoch). */
export function seed(state: State, now: number): void {
  for (const [index, person] of PEOPLE.entries()) {
    const id = String(2_244_990_001 + index)
    state.accounts.push({ ...person, id, createdAt: JOINED + index * DAY, suspended: false })
  }
  const idOf = (handle: string) => state.accounts.find((account) => account.handle === handle)?.id ?? ''
  const ids: string[] = []
  for (const { by, text, daysAgo, replyTo, likedBy = [] } of POSTS) {
    const inReplyToPostId = replyTo === undefined ? null : (ids[replyTo] ?? null)
    const createdAt = now - daysAgo * DAY + (replyTo === undefined ? 0 : DAY / 24)
    const post = addPost(state, { accountId: idOf(by), text, createdAt, inReplyToPostId })
    for (const handle of likedBy) post.likedBy.add(idOf(handle))
    ids.push(post.id)
  }
}
