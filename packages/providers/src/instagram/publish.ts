import { outcomeOfFailure, ProviderError } from '../error-rules.ts'
import { mayBeOthers } from '../lost-write.ts'
import type { OpenCommit, PublishPort, Step, Verdict } from '../ports/publish.ts'
import { requiredId } from '../required-fields.ts'
import { checkCaption } from './caption.ts'
import { callInstagram } from './client.ts'
import { createCarousel, createImage, imagesOf, type Progress, readContainer } from './containers.ts'
import type { Credentials, InstagramPublishCall } from './credentials.ts'
import { codesOf, hasSubcode, publishDialect, subcodes } from './errors.ts'
import { initialState, publishable, renewed, type State } from './publish-state.ts'
import { findCandidates, readPermalink } from './published-post.ts'
import { limitReached, requirePublishable } from './publishing-limit.ts'

type Call = InstagramPublishCall

/** The maximum number of times that all containers are recreated for another reason than an unfetched image. */
const maxRenewals = 2
/** The maximum number of times that a call is repeated because Instagram was not ready for the container. */
const maxEarly = 5
/** The maximum number of new attempts to let Instagram fetch an image: a failure may be temporary on either side. */
const maxRefetches = 3
const refetchSeconds = 5
/**
 * Seconds between the first reads of a container; later reads are `slowPause` seconds apart. Instagram recommends one
 * read per minute, but images are usually finished at once.
 */
const pauses = [1, 1, 2, 3, 5, 10, 15, 30]
const slowPause = 60
/** The number of reads after which a publish fails if its containers are still unfinished: about 13 minutes. */
const maxPolls = 20
/** The number of reads after which a container that Instagram does not show counts as finished: about 12 seconds. */
const maxHidden = 5
/** For this many minutes after a lost response, a container that Instagram does not show is read again. */
const hiddenMinutes = 10
/** The maximum number of repeated searches of the list of posts, which may lag behind what has been published. */
const maxSearches = 6

function pauseAfter(times: number): number {
  return pauses[times] ?? slowPause
}

function gaveUp(message: string): ProviderError {
  return new ProviderError('provider_error', `${message} Nothing was published.`, 'rejected')
}

function waitForContainers(state: State): Step<State> {
  if (state.polls >= maxPolls) throw gaveUp('Instagram did not finish preparing the images.')
  const seconds = pauseAfter(state.polls)
  return { kind: 'wait', state: { ...state, polls: state.polls + 1 }, seconds, accepted: false }
}

/** Returns the step that starts over with new containers; throws `error` after `maxRenewals` of them. */
function renewOrThrow(state: State, error: unknown): Step<State> {
  if (state.renewals >= maxRenewals) throw error
  return { kind: 'next', state: renewed(state) }
}

const expired = () => gaveUp('Instagram let the prepared images expire.')

/** Returns a copy of an error whose message begins with the field of its image: `images[<index>]` or `image`. */
function named(error: ProviderError, { images }: Call['input'], index: number): ProviderError {
  const field = images ? `images[${index}]` : 'image'
  return new ProviderError(error.code, `${field}: ${error.message}`, error.outcome, { cause: error })
}

/** Waits before Instagram fetches an image again; after several failures, throws `error` with the image's field. */
function offerAgain(call: Call, state: State, error: ProviderError): Step<State> {
  if (state.unfetched >= maxRefetches) throw named(error, call.input, state.items.length)
  const next = { ...state, unfetched: state.unfetched + 1 }
  return { kind: 'wait', state: next, seconds: refetchSeconds, accepted: false }
}

type Failure = Extract<Progress, { kind: 'failed' }>

/** Starts over after a failed container; throws `error` if that cannot help. `index` is the image's place. */
function afterFailure(call: Call, state: State, { error, subcode, index }: Failure & { index: number }): Step<State> {
  if (error.code !== 'provider_error') throw error
  if (subcode === undefined || !subcodes.unfetched.some((one) => one === subcode)) return renewOrThrow(state, error)
  const { refetches = 0, renewals } = state
  if (refetches >= maxRefetches) throw named(error, call.input, index)
  const next = { ...initialState(), renewals, refetches: refetches + 1 }
  return { kind: 'wait', state: next, seconds: refetchSeconds, accepted: false }
}

/** Waits until the containers of all images are finished, since a carousel accepts no others. */
async function awaitItems(call: Call, state: State): Promise<Step<State>> {
  const found = await Promise.all(state.items.map((id) => readContainer(call, id)))
  for (const [index, progress] of found.entries()) {
    if (progress.kind === 'failed') return afterFailure(call, state, { ...progress, index })
    if (progress.kind === 'expired') return renewOrThrow(state, expired())
  }
  const finished = found.every(({ kind }) => kind === 'finished' || (kind === 'hidden' && state.polls >= maxHidden))
  return finished ? { kind: 'next', state: { ...state, ready: true, polls: 0 } } : waitForContainers(state)
}

async function awaitContainer(call: Call, state: State, container: string): Promise<Step<State>> {
  const progress = await readContainer(call, container)
  switch (progress.kind) {
    case 'finished':
      return { kind: 'commit', step: 'media_publish' }
    case 'hidden':
      // The call shows what became of the container, and publishes it at most once.
      if (state.lost !== null || state.polls >= maxHidden) return { kind: 'commit', step: 'media_publish' }
      return waitForContainers(state)
    case 'working':
      return waitForContainers(state)
    case 'published':
      return { kind: 'next', state: { ...state, out: true, polls: 0 } }
    case 'expired':
      return renewOrThrow(state, expired())
    case 'failed':
      return afterFailure(call, state, { ...progress, index: 0 })
  }
}

/** Searches for the id of the published post. Without exactly one match, the publish succeeds without an id. */
async function findPost(call: Call, state: State): Promise<Step<State>> {
  const [found, ...others] = await findCandidates(call, state).catch((): string[] => [])
  if (found !== undefined && others.length === 0) return { kind: 'next', state: { ...state, mediaId: found } }
  if (found !== undefined || state.polls >= maxSearches)
    return { kind: 'done', result: { postIds: [], permalink: null } }
  const seconds = pauseAfter(state.polls)
  return { kind: 'wait', state: { ...state, polls: state.polls + 1 }, seconds, accepted: true }
}

/** Returns whether an error means that Instagram is not ready for a finished container, and a call may be repeated. */
function isEarly(state: State, error: unknown): boolean {
  return hasSubcode(error, [subcodes.notReady]) && state.early < maxEarly
}

function hesitating(state: State): State {
  return { ...state, early: state.early + 1, rest: true }
}

async function prepare(call: Call, state: State): Promise<Step<State>> {
  const images = imagesOf(call.input)
  const image = images[state.items.length]
  if (image) {
    const items = [...state.items, await createImage(call, image)]
    return { kind: 'next', state: { ...state, items, unfetched: 0 } }
  }
  const container = publishable(state, images.length)
  if (container !== null) return awaitContainer(call, state, container)
  if (!state.ready) return awaitItems(call, state)
  return { kind: 'next', state: { ...state, carousel: await createCarousel(call, state.items), polls: 0 } }
}

async function advance(call: Call, state: State): Promise<Step<State>> {
  const { mediaId: id } = state
  if (id !== null) return { kind: 'done', result: { postIds: [id], permalink: await readPermalink(call, id) } }
  if (state.out) return findPost(call, state)
  if (state.rest) {
    return { kind: 'wait', state: { ...state, rest: false }, seconds: pauseAfter(state.early), accepted: false }
  }
  if (state.renewals > maxRenewals) throw gaveUp('Instagram failed over the images several times.')
  try {
    return await prepare(call, state)
  } catch (error) {
    if (error instanceof ProviderError && hasSubcode(error, subcodes.unfetched)) return offerAgain(call, state, error)
    if (isEarly(state, error)) return { kind: 'next', state: hesitating(state) }
    if (!hasSubcode(error, subcodes.lost)) throw error
    // A repeated call shows whether a container that is no longer found was published after all.
    return state.lost === null ? renewOrThrow(state, error) : { kind: 'commit', step: 'media_publish' }
  }
}

/**
 * Handles the rejection of a container for which the response to an earlier publishing call was lost: the rejection may
 * mean that the post was published or is being published. Returns the new state if it was published; undefined if it
 * was not, or if no response was lost.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if that cannot be determined yet
 */
async function landedBefore(call: Call, state: State, error: unknown): Promise<State | undefined> {
  const container = publishable(state, imagesOf(call.input).length)
  if (state.lost === null || container === null || outcomeOfFailure(error) !== 'rejected') return undefined
  const read = await readContainer(call, container).catch(() => undefined)
  const progress = read?.kind === 'hidden' ? undefined : read
  if (progress?.kind === 'published') return { ...state, out: true, polls: 0 }
  const isLost = hasSubcode(error, subcodes.lost)
  const { code } = codesOf(error)
  const mayBeOut = progress ? isLost && progress.kind === 'working' : isLost || code === 100 || code === 9007
  if (!mayBeOut) return undefined
  const message = 'Instagram does not show whether the container of the post was published.'
  throw new ProviderError('provider_error', message, 'indeterminate', { cause: error })
}

/**
 * Makes the call that publishes the container, and returns the state with the id of the post.
 * @see https://developers.facebook.com/documentation/instagram-platform/content-publishing (read 2026-11-20)
 */
async function commit(call: Call, state: State): Promise<State> {
  try {
    const body = await callInstagram(call, {
      method: 'POST',
      path: `/${call.account.providerId}/media_publish`,
      operation: 'posts.create',
      dialect: publishDialect,
      timeoutMs: 50_000,
      form: { creation_id: publishable(state, imagesOf(call.input).length) ?? undefined },
    })
    return { ...state, mediaId: requiredId(body) }
  } catch (error) {
    const landed = await landedBefore(call, state, error)
    if (landed) return landed
    if (error instanceof ProviderError && hasSubcode(error, [subcodes.quota])) throw await limitReached(call, error)
    throw error
  }
}

/**
 * Returns the state in which the container is published again later, if Instagram was not ready for it, or all
 * containers are created again, if Instagram lost it; null for any other rejection, or after several of these.
 */
function afterRejection(state: State, thrown: unknown): State | null {
  if (isEarly(state, thrown)) return hesitating(state)
  return hasSubcode(thrown, subcodes.lost) && state.renewals < maxRenewals ? renewed(state) : null
}

const gone = 'Instagram no longer shows the container of the post.'

const notShown = () =>
  new ProviderError('provider_error', 'Instagram does not show the container of the post.', 'indeterminate')

async function reconcile(call: Call, state: State, open: OpenCommit): Promise<Verdict<State>> {
  const container = publishable(state, imagesOf(call.input).length)
  if (container === null) return { kind: 'undecidable', reason: 'The container that was published is not known.' }
  const claimed = [...new Set([...(state.lost?.claimed ?? []), ...open.claimed])]
  const known = { ...state, lost: { since: state.lost?.since ?? open.startedAt.toISOString(), claimed } }
  const progress = await readContainer(call, container).catch(ifGone)
  switch (progress?.kind) {
    case 'hidden':
      if (call.now().getTime() - (open.latestAt ?? open.startedAt).getTime() < hiddenMinutes * 60_000) throw notShown()
      return { kind: 'undecidable', reason: gone }
    case undefined:
      return { kind: 'undecidable', reason: gone }
    case 'published':
      return { kind: 'done', state: { ...known, out: true, polls: 0 } }
    case 'finished':
      return { kind: 'again', state: known }
    case 'working':
      // The container is neither published nor free to be published again, so it has to be read later.
      throw new ProviderError('provider_error', 'Instagram is still processing the post.', 'indeterminate')
    case 'expired':
    case 'failed':
      return { kind: 'again', state: renewed(state) }
  }
}

/**
 * Determines the outcome of a publish whose latest containers may be missing in the database. Returns `done` if the
 * known container was published, or if exactly one post in the list of posts matches. Returns `again` if the container
 * can still be published, as it would then not have been replaced; otherwise `undecidable`, as a later one may be
 * public.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` while a post that matches may be that of
 *   another publish; the rejection of Instagram if the container or the posts cannot be read
 */
async function recover(call: Call, state: State, open: OpenCommit): Promise<Verdict<State>> {
  if (state.out || state.mediaId !== null) return { kind: 'done', state }
  const container = publishable(state, imagesOf(call.input).length)
  const progress = container === null ? undefined : await readContainer(call, container).catch(ifGone)
  const lost = { since: open.startedAt.toISOString(), claimed: [...open.claimed] }
  if (progress?.kind === 'published') return { kind: 'done', state: { ...state, lost, out: true, polls: 0 } }
  // A container is published at most once, and replaced only when it can no longer be published.
  if (progress?.kind === 'finished') return { kind: 'again', state: { ...state, lost } }
  const [mediaId, ...others] = await findCandidates(call, { ...state, lost }, open.until).catch(noneIfForbidden)
  if (mediaId !== undefined && open.mayBeOthers) throw mayBeOthers('The new post of the account')
  if (mediaId !== undefined && others.length === 0)
    return { kind: 'done', state: { ...state, lost, out: true, mediaId } }
  const reason = 'the containers of the post are not known, and no post is certainly it.'
  return { kind: 'undecidable', reason, isSeen: mediaId !== undefined }
}

/** Returns undefined for the error that Instagram no longer has a container; throws any other error unchanged. */
function ifGone(thrown: unknown): undefined {
  if (!hasSubcode(thrown, subcodes.lost)) throw thrown
}

/** Returns an empty list for the error that the connection may not read the posts; throws any other error unchanged. */
function noneIfForbidden(thrown: unknown): string[] {
  if (thrown instanceof ProviderError && thrown.code === 'connection_expired' && !thrown.tokenRejected) return []
  throw thrown
}

/**
 * Publishes one image or a carousel. Each image, and the carousel as a whole, first gets a container, Instagram's
 * object for media that is to be published. Once these are processed, the commit publishes the last of them.
 */
export const instagramPublish: PublishPort<'instagram', State, Credentials> = {
  // Instagram publishes a container at most once, even if the call is repeated.
  settling: { callSeconds: 60, seconds: 30, maxProbes: 1, probeIntervalSeconds: 15 },
  check: checkCaption,
  validate: requirePublishable,
  begin: initialState,
  advance,
  commit,
  afterRejection,
  createdIds: ({ mediaId }) => (mediaId === null ? [] : [mediaId]),
  reconcile,
  recover,
}
