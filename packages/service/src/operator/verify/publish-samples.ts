import { type SamplePost, samplePosts } from '@carillon/contract'
import { type PublishPlatform, supports } from '@carillon/domain'
import { writeNow } from '../../journal/write-now.ts'
import { postDeleteKind } from '../../posts/post-delete-kind.ts'
import { type Check, CheckEnd, skippedCheck } from './check.ts'
import { publishSample } from './publish-sample.ts'
import type { Trial } from './trial.ts'
import type { WriteOptions } from './write-options.ts'

/** A post that one check published and later checks use. */
export interface TestPost {
  /** Whether only the account sees the post; some networks accept no comments on such posts. */
  isPrivate: boolean
  /** Returns the network's id of the post; throws `CheckEnd` if it was not published or the network gave it none. */
  id(): string
}

interface SampleOptions extends Pick<WriteOptions, 'lasting' | 'video'> {
  /** Returns the checks on a post, which run before it is deleted. Called for samples that allow such checks. */
  onPost(post: TestPost): Check[]
}

/**
 * Returns checks that publish each sample post of the account's network, the checks that `onPost` returns for it, and a
 * check that deletes it, if the network's API can. Samples that need a video are skipped if `video` is null; those that
 * would stay public because the API cannot delete them are only published if `lasting` is true. Empty for a platform on
 * which Carillon does not publish.
 */
export function samplesOf(trial: Trial, options: SampleOptions): Check[] {
  const { platform } = trial.account
  if (!supports('posts.publish', platform)) return []
  return samplePosts[platform].flatMap((sample) => checksOf(trial, { ...options, platform, sample }))
}

interface Sampling extends SampleOptions {
  platform: PublishPlatform
  sample: SamplePost
}

function checksOf(trial: Trial, { platform, sample, lasting, video, onPost }: Sampling): Check[] {
  const { kind, reach, hostsWrites } = sample
  const check = `publish: ${kind}`
  let postIds: readonly string[] = []
  const publish: Check = {
    check,
    async run() {
      postIds = await publishSample(trial, { platform, sample, video })
    },
  }
  const post: TestPost = {
    isPrivate: reach === 'private',
    id() {
      const [id] = postIds
      if (id === undefined) throw new CheckEnd('skipped', `It needs the post of “${check}”.`)
      return id
    },
  }
  const others = hostsWrites ? onPost(post) : []
  const reason = reasonAgainst(sample, { lasting, video })
  if (reason !== null) return [skippedCheck(check, reason), ...others]
  const deletion: Check = { check: `delete: ${kind}`, run: () => deletePosts(trial, post, () => postIds) }
  return [publish, ...others, ...(supports('posts.delete', platform) ? [deletion] : [])]
}

function reasonAgainst(
  { reach, needsVideo }: SamplePost,
  { lasting, video }: Pick<WriteOptions, 'lasting' | 'video'>,
): string | null {
  if (needsVideo && video === null) return 'Requires a video. Pass --video FILE.'
  if (reach === 'stays' && !lasting)
    return "The post would stay public, because the network's API cannot delete it. Pass --lasting to allow this."
  return null
}

/**
 * Deletes the posts of a published sample: one, or all of a thread.
 * @throws CheckEnd if it was not published
 */
async function deletePosts(
  { context, account, requestId, signal }: Trial,
  post: TestPost,
  postIds: () => readonly string[],
): Promise<void> {
  post.id()
  for (const postId of postIds()) {
    await writeNow(context, { kind: postDeleteKind, account, grant: null, requestId, payload: { postId }, signal })
  }
}
