import { allowFields } from '../comments/actions.ts'
import type { Dependencies } from './dependencies.ts'
import { flag, integer, oneOf, optional, orNull, record, text, withDefault } from './http/reader.ts'
import { setFigures } from './insights/set-figures.ts'
import type { Person } from './people.ts'
import { isListed, type Post } from './post.ts'
import { addPost } from './seeds.ts'
import { failureReasons } from './store/publish-record.ts'
import { propertyStatus } from './store/url-property.ts'
import { describeProperty, loopbackProperties } from './url-properties/verification.ts'

type Action = (dependencies: Dependencies, body: Record<string, unknown>) => unknown

function personOf({ store }: Dependencies, handle: string | undefined): Person {
  const person = handle === undefined ? store.people[0] : store.people.find((candidate) => candidate.handle === handle)
  if (!person) throw new RangeError(`Nobody is called ${handle}`)
  return person
}

/** Returns a public post by id, by default the first user's newest. Throws a `RangeError` if none exists. */
function postOf(dependencies: Dependencies, id: string | undefined): Post {
  const now = dependencies.context.now()
  const seen = dependencies.store.posts.filter((post) => isListed(post, now))
  const { openId } = personOf(dependencies, undefined)
  const post =
    id === undefined ? seen.findLast(({ accountId }) => accountId === openId) : seen.find((each) => each.id === id)
  if (!post) throw new RangeError(`There is no public post ${id ?? ''}`)
  return post
}

const network = optional(text())

const postBody = record({ network, as: optional(text()), text: withDefault(text({ max: 2200 }), 'Posted in the app') })

/**
 * Handles `POST /person/post`: a user posts a video in TikTok's app. It is public unless the account is private.
 * Returns the id of the post.
 */
const post: Action = async (dependencies, body) => {
  const asked = postBody(body, '')
  const person = personOf(dependencies, asked.as)
  const privacyLevel = person.privateAccount ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE'
  const change = { privacyLevel, disableComment: person.commentDisabled } as const
  const { id } = await addPost(dependencies, person, { text: asked.text, colour: '#577590', ageHours: 0, change })
  return { id }
}

const likeBody = record({ network, postId: optional(text()), commentId: optional(text()), as: optional(text()) })

/**
 * Handles `POST /person/like`: likes the public post `postId`, by default the first user's newest, or the comment
 * `commentId`. `as` has to be the handle of a user with an account, but is not stored. Returns the id and the likes.
 */
const like: Action = (dependencies, body) => {
  const asked = likeBody(body, '')
  personOf(dependencies, asked.as)
  if (asked.commentId !== undefined && asked.postId !== undefined) throw new RangeError('postId or commentId, not both')
  const liked =
    asked.commentId === undefined
      ? postOf(dependencies, asked.postId)
      : dependencies.store.comments.get(asked.commentId)
  if (!liked) throw new RangeError(`There is no comment ${asked.commentId}`)
  liked.likes += 1
  dependencies.figures.record({ subject: liked.id, name: 'likes' }, dependencies.context.now())
  return { id: liked.id, likes: liked.likes }
}

const settingsBody = record({
  network,
  as: optional(text()),
  privateAccount: optional(flag),
  commentDisabled: optional(flag),
  duetDisabled: optional(flag),
  stitchDisabled: optional(flag),
  maxVideoSeconds: optional(integer({ min: 1 })),
})

/** Handles `POST /person/settings`: changes the given settings of a user's account and returns the account. */
const settings: Action = (dependencies, body) => {
  const { network: _network, as, ...changes } = settingsBody(body, '')
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.assign(personOf(dependencies, as), Object.fromEntries(given))
}

const moderateBody = record({ network, as: optional(text()), reason: oneOf(...failureReasons) })

/** Handles `POST /person/moderate`: makes one further publish of the account fail with `reason`. */
const moderate: Action = ({ store, ...rest }, body) => {
  const { as, reason } = moderateBody(body, '')
  const { openId } = personOf({ store, ...rest }, as)
  store.rejections.set(openId, [...(store.rejections.get(openId) ?? []), reason])
  return { openId, reason }
}

const ownershipBody = record({ network, verified: flag, url: optional(text()) })

/**
 * Handles `POST /person/url-ownership`: registers a domain or URL prefix as verified, or removes it if `verified` is
 * false. Without `url`, does so with the host names of this machine. Returns all URL properties.
 */
const urlOwnership: Action = ({ store }, body) => {
  const { verified, url } = ownershipBody(body, '')
  const named = url === undefined ? loopbackProperties() : [describeProperty(url.includes('://') ? 2 : 1, url)]
  store.properties = store.properties.filter((known) => !named.some((property) => property.url === known.url))
  if (verified)
    store.properties.push(...named.map((property) => ({ ...property, property_status: propertyStatus.verified })))
  return store.properties
}

/** Handles `POST /person/app`: sets the scopes that the app can request; null allows all scopes. */
const app: Action = ({ store }, body) => {
  allowFields(body, ['scopes'])
  const { scopes } = body
  if (scopes !== null && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))) {
    throw new RangeError('scopes: a list of texts, or null')
  }
  store.appScopes = scopes
  return { scopes }
}

const callsOfApp = optional(orNull(integer({ min: 1 })))

const limitsBody = record({
  network,
  requestsPerMinute: optional(integer({ min: 1 })),
  postsPerDay: optional(integer({ min: 0 })),
  moderationMs: optional(integer({ min: 0 })),
  appPerSecond: callsOfApp,
  appPerMinute: callsOfApp,
  appPerDay: callsOfApp,
})

/**
 * Handles `POST /person/limits`: changes the given limits of all accounts, for load tests, or of the app, and returns
 * all limits.
 */
const limits: Action = ({ store }, body) => {
  const { network: _network, ...changes } = limitsBody(body, '')
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.assign(store.limits, Object.fromEntries(given))
}

const actions: Record<string, Action> = {
  post,
  like,
  settings,
  moderate,
  'url-ownership': urlOwnership,
  limits,
  app,
  figures: setFigures,
}

/**
 * The handlers of `POST /person/{name}` for TikTok, keyed by `name`, except those for comments (`tiktokCommentActs`). A
 * handler throws, or rejects with, a `Rejection` or `RangeError` if the body is invalid or names an object that does
 * not exist.
 */
export const personActions = Object.fromEntries(
  Object.entries(actions).map(([name, act]) => [
    name,
    (body: Record<string, unknown>, dependencies: Dependencies) => act(dependencies, body),
  ]),
)
