import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { type CommentHarness, startCommentHarness } from '../comments/comment-harness.ts'

const accountId = '17841400000000001'

/** Starts a service with a connected Instagram account that has one post and receives events. */
export async function startInstagram(post: string): Promise<CommentHarness> {
  const harness = await startCommentHarness('instagram', { INSTAGRAM_VERIFY_TOKEN: 't' })
  const { context } = harness.harness
  await context.pool.query('update account set provider_id = $2 where id = $1', [harness.account.id, accountId])
  harness.network.posts = [post]
  harness.network.hasLikes = false
  return harness
}

/** Receives and normalizes an event about a comment of another user. */
export async function pushComment(
  { harness: { context } }: CommentHarness,
  comment: { id: string; text: string; media: object; parent_id?: string },
): Promise<void> {
  const value = { from: { id: '77', username: 'robin.example' }, ...comment }
  const time = Math.floor(Date.now() / 1000)
  const entry = [{ id: accountId, time, changes: [{ field: 'comments', value }] }]
  const body = Buffer.from(JSON.stringify({ object: 'instagram', entry }))
  await context.intake.store({ platform: 'instagram', body })
  const { rows } = await context.pool.query('select distinct batch_id from webhook_event where processed_at is null')
  for (const { batch_id } of rows) await normalizeBatch(context, batch_id)
}
