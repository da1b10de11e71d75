import { outcomeOfFailure, ProviderError } from '../error-rules.ts'
import type { OpenCommit, PublishPort, Step, Verdict } from '../ports/publish.ts'
import { callInstagram } from './client.ts'
import { createCarousel, createImage, imagesOf, type Progress, readContainer, requiredId } from './containers.ts'
import type { Credentials, InstagramPublishCall } from './credentials.ts'
import { codesOf, publishDialect, saysOneOf, subcodes } from './errors.ts'
import { freshState, renewed, type State } from './publish-state.ts'
import { findCandidates, readPermalink } from './published-post.ts'
import { limitReached, requireRoom } from './publishing-limit.ts'

type Call = InstagramPublishCall

/** Containers are recreated this often, and published again this often when Instagram was not ready for it. */
const maxRenewals = 2
const maxEarly = 5
/** An image that Instagram could not fetch, which can be a passing fault on either side, is offered again this often. */
const maxRefetches = 3
const refetchSeconds = 5
/** Instagram asks to look once a minute; images are mostly finished at once, so that the first looks come quickly. */
const pauses = [1, 1, 2, 3, 5, 10, 15, 30]
const slowPause = 60
/** About a quarter of an hour. */
const maxPolls = 20
/** The list of posts may lag behind what was published. */
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

/** Everything again where that can help: the failure was not the image's. */
function renewOrThrow(state: State, error: unknown): Step<State> {
  if (state.renewals >= maxRenewals) throw error
  return { kind: 'next', state: renewed(state) }
}

const expired = () => gaveUp('Instagram let the prepared images expire.')

/** The error with the image that it is about in front, as the post names it. */
function named(error: ProviderError, { images }: Call['input'], index: number): ProviderError {
  const field = images ? `images[${index}]` : 'image'
  return new ProviderError(error.code, `${field}: ${error.message}`, error.outcome, { cause: error })
}

/** An image could not be fetched when its container was made. */
function offerAgain(call: Call, state: State, error: ProviderError): Step<State> {
  if (state.unfetched >= maxRefetches) throw named(error, call.input, state.items.length)
  const next = { ...state, unfetched: state.unfetched + 1 }
  return { kind: 'wait', state: next, seconds: refetchSeconds, accepted: false }
}

type Failure = Extract<Progress, { kind: 'failed' }>

/** A container failed; `index` is its image's place in the post. */
function afterFailure(call: Call, state: State, { error, subcode, index }: Failure & { index: number }): Step<State> {
  if (error.code !== 'provider_error') throw error
  if (subcode === undefined || !subcodes.unfetched.some((one) => one === subcode)) return renewOrThrow(state, error)
  const { refetches = 0, renewals } = state
  if (refetches >= maxRefetches) throw named(error, call.input, index)
  const next = { ...freshState(), renewals, refetches: refetches + 1 }
  return { kind: 'wait', state: next, seconds: refetchSeconds, accepted: false }
}

/** A carousel takes its items only once all of them are finished. */
async function awaitItems(call: Call, state: State): Promise<Step<State>> {
  const found = await Promise.all(state.items.map((id) => readContainer(call, id)))
  for (const [index, progress] of found.entries()) {
    if (progress.kind === 'failed') return afterFailure(call, state, { ...progress, index })
    if (progress.kind === 'expired') return renewOrThrow(state, expired())
  }
  const finished = found.every(({ kind }) => kind === 'finished')
  return finished ? { kind: 'next', state: { ...state, ready: true, polls: 0 } } : waitForContainers(state)
}

async function awaitContainer(call: Call, state: State, container: string): Promise<Step<State>> {
  const progress = await readContainer(call, container)
  switch (progress.kind) {
    case 'finished':
      return { kind: 'commit', step: 'media_publish' }
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

/** The post is out: whether its id is found or not, it must never be published again. */
async function findPost(call: Call, state: State): Promise<Step<State>> {
  const [found, ...others] = await findCandidates(call, state)
  if (found !== undefined && others.length === 0) return { kind: 'next', state: { ...state, mediaId: found } }
  if (found !== undefined || state.polls >= maxSearches)
    return { kind: 'done', result: { postIds: [], permalink: null } }
  const seconds = pauseAfter(state.polls)
  return { kind: 'wait', state: { ...state, polls: state.polls + 1 }, seconds, accepted: true }
}

/** What was called finished turns out not to be ready for what follows. */
function isEarly(state: State, error: unknown): boolean {
  return saysOneOf(error, [subcodes.notReady]) && state.early < maxEarly
}

function hesitating(state: State): State {
  return { ...state, early: state.early + 1, rest: true }
}

/** The container that is published: of the only image, or of the carousel. */
function publishable({ items, carousel }: State, images: number): string | null {
  return images > 1 ? carousel : (items[0] ?? null)
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
  const { mediaId } = state
  if (mediaId !== null)
    return { kind: 'done', result: { postIds: [mediaId], permalink: await readPermalink(call, mediaId) } }
  if (state.out) return findPost(call, state)
  if (state.rest) {
    return { kind: 'wait', state: { ...state, rest: false }, seconds: pauseAfter(state.early), accepted: false }
  }
  if (state.renewals > maxRenewals) throw gaveUp('Instagram failed over the images several times.')
  try {
    return await prepare(call, state)
  } catch (error) {
    if (error instanceof ProviderError && saysOneOf(error, subcodes.unfetched)) return offerAgain(call, state, error)
    if (isEarly(state, error)) return { kind: 'next', state: hesitating(state) }
    if (saysOneOf(error, subcodes.lost) && state.lost === null) return renewOrThrow(state, error)
    throw error
  }
}

/**
 * A rejection of a container that was asked for before, with an answer that was lost: it may be out since, which a rejection
 * can be the sign of. Answers the state in which it is; throws where that cannot be told.
 */
async function landedBefore(call: Call, state: State, error: unknown): Promise<State | undefined> {
  const container = publishable(state, imagesOf(call.input).length)
  if (state.lost === null || container === null || outcomeOfFailure(error) !== 'rejected') return undefined
  const progress = await readContainer(call, container).catch(() => undefined)
  if (progress?.kind === 'published') return { ...state, out: true, polls: 0 }
  if (progress || !saysOneOf(error, subcodes.lost)) return undefined
  const message = 'Instagram no longer shows the container of the post.'
  throw new ProviderError('provider_error', message, 'indeterminate', { cause: error })
}

/** @see https://developers.facebook.com/documentation/instagram-platform/content-publishing (read 2026-11-20) */
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
    if (isEarly(state, error)) return hesitating(state)
    if (saysOneOf(error, subcodes.lost) && state.renewals < maxRenewals) return renewed(state)
    if (error instanceof ProviderError && saysOneOf(error, [subcodes.quota])) throw await limitReached(call, error)
    throw error
  }
}

/** Instagram hides what it does not have, and a container that it does not have tells nothing. */
function isGone(thrown: unknown): boolean {
  const { code, subcode } = codesOf(thrown)
  return (code === 100 && subcode === 33) || saysOneOf(thrown, subcodes.lost)
}

async function reconcile(call: Call, state: State, open: OpenCommit): Promise<Verdict<State>> {
  const container = publishable(state, imagesOf(call.input).length)
  if (container === null) return { kind: 'undecidable', reason: 'The container that was published is not known.' }
  const claimed = [...new Set([...(state.lost?.claimed ?? []), ...open.claimed])]
  const known = { ...state, lost: { since: state.lost?.since ?? open.startedAt.toISOString(), claimed } }
  let progress: Progress
  try {
    progress = await readContainer(call, container)
  } catch (error) {
    if (!isGone(error)) throw error
    return { kind: 'undecidable', reason: 'Instagram no longer shows the container of the post.' }
  }
  switch (progress.kind) {
    case 'published':
      return { kind: 'done', state: { ...known, out: true, polls: 0 } }
    case 'finished':
      return { kind: 'again', state: known }
    case 'working':
      // Neither out nor free to be published again: only a later look can tell.
      throw new ProviderError('provider_error', 'Instagram has not decided about the post yet.', 'indeterminate')
    case 'expired':
    case 'failed':
      return { kind: 'again', state: renewed(state) }
  }
}

/** How one image or a carousel is published; see `PublishPort` for the order of calls. */
export const instagramPublish: PublishPort<'instagram', State, Credentials> = {
  // A container is published once, however often that is asked for.
  settling: { callSeconds: 60, seconds: 30, lookups: 1, spacingSeconds: 15 },
  validate: requireRoom,
  begin: freshState,
  advance,
  commit,
  reconcile,
}
