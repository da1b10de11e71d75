import type { Held } from '../../flows/flow.ts'
import type { Whole } from '../../whole.ts'
import { ok } from './ok.ts'

interface Traveller {
  platform: string
  connect?: { as?: string; body?: Record<string, unknown> }
  /** Whether it can comment on its own post, like a comment, delete the comments of others and ban their authors. */
  can: { comment?: true; like?: true; deleteOthers?: true; ban?: true }
}

export const travellers: readonly Traveller[] = [
  { platform: 'instagram', can: { deleteOthers: true } },
  { platform: 'instagram', connect: { body: { authMethod: 'facebook_login' } }, can: { deleteOthers: true } },
  { platform: 'facebook', can: { comment: true, deleteOthers: true } },
  { platform: 'tiktok', can: { comment: true, like: true } },
  { platform: 'youtube', can: { comment: true, deleteOthers: true, ban: true } },
]

/** Everything that can be done with comments, on a new post with comments of others. */
export async function comments(whole: Whole, { platform, connect, can }: Traveller): Promise<void> {
  const accountId = await whole.connect(platform, connect)
  const about = { platform, accountId }
  const say = (what: string) => `${platform}: ${what}`
  const account = ok(await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`), say('account'))
  const { accounts } = ok(await whole.sandboxCall('GET', `/state/${platform}`), say('state'))
  const owner = accounts.find((one: Held) => Object.values(one).includes(account.providerId))
  const as = platform === 'facebook' ? account.displayName : (owner?.handle ?? account.displayIdentifier)
  const person = async (act: string, body: object) =>
    ok(await whole.sandboxCall('POST', `/person/${act}`, { network: platform, ...body }), say(act))
  const postId = (await person('post', { as, text: 'What do you think?' })).id
  const theirs = (await person('comment', { on: postId, text: 'Lovely 🍞', replies: 6 })).ids[0]
  const list = async (): Promise<Held[]> => {
    const query = new URLSearchParams({ ...about, postId })
    return ok(await whole.call('GET', `/comments?${query}`), say('comments')).comments
  }
  while (!(await list()).some(({ id }) => id === theirs)) {}
  const reply = { ...about, postId, parentId: theirs, message: 'Thanks!' }
  const own = ok(await whole.call('POST', '/comments', reply), say('reply')).comment.id
  if (can.comment) ok(await whole.call('POST', '/comments', { ...about, postId, message: 'Open' }), say('comment'))
  const path = (id: string) => `/comments/${encodeURIComponent(id)}`
  for (const hidden of [true, false]) {
    ok(await whole.call('PATCH', path(theirs), { ...about, postId, hidden }), say('hide'))
  }
  for (const liked of can.like ? [true, false] : []) {
    ok(await whole.call('PATCH', path(theirs), { ...about, liked }), say('like'))
  }
  const late = (await person('comment', { on: postId, text: 'Me too' })).ids[0]
  while (!(await list()).some(({ id }) => id === late)) {}
  ok(await whole.call('DELETE', `${path(own)}?${new URLSearchParams(about)}`), say('delete'))
  const ban: Record<string, string> = can.ban ? { banAuthor: 'true' } : {}
  const rest = new URLSearchParams({ ...about, ...ban })
  if (can.deleteOthers) ok(await whole.call('DELETE', `${path(theirs)}?${rest}`), say('delete of others'))
}
