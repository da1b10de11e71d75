import { showComments } from '../comments/store.ts'
import type { Dependencies } from './dependencies.ts'
import { postCount } from './insights/counts.ts'
import { privacyOptions } from './people.ts'
import { isListed } from './post.ts'
import { traitsOf } from './traits.ts'

/**
 * Returns the content of `GET /state/tiktok`: the accounts, posts, comments, publishes, URL properties and limits. It
 * contains no tokens.
 */
export function describeState({ store, figures, context }: Dependencies): Record<string, unknown> {
  const now = context.now()
  return {
    accounts: store.people.map((person) => ({
      id: person.openId,
      ...person,
      traits: traitsOf(person),
      privacyLevelOptions: privacyOptions(person),
      connected: store.grants.some(({ openId, revoked }) => openId === person.openId && !revoked),
    })),
    posts: store.posts.map((post) => ({
      ...post,
      likes: postCount(post, 'likes', { figures, at: now }),
      views: postCount(post, 'video_views', { figures, at: now }),
      listed: isListed(post, now),
    })),
    comments: showComments(store.comments),
    publishes: store.publishes,
    urlProperties: store.properties,
    limits: store.limits,
  }
}
