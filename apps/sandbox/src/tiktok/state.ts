import { privacyOptions } from './people.ts'
import { isListed } from './store.ts'
import type { World } from './world.ts'

/** What `GET /state/tiktok` shows; tokens stay out of it. */
export function describeState({ store, surroundings }: World): Record<string, unknown> {
  const now = surroundings.now()
  return {
    accounts: store.people.map((person) => ({
      id: person.openId,
      ...person,
      privacyLevelOptions: privacyOptions(person),
      connected: store.grants.some(({ openId, revoked }) => openId === person.openId && !revoked),
    })),
    posts: store.posts.map((post) => ({ ...post, listed: isListed(post, now) })),
    comments: store.comments,
    publications: store.publications,
    urlProperties: store.properties,
    limits: store.limits,
  }
}
