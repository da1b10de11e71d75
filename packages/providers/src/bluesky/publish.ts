import { outcomeOfFailure, ProviderError } from '../error-rules.ts'
import { isObject } from '../json.ts'
import { clockSkewMs } from '../lost-write.ts'
import type { OpenCommit, Published, PublishPort, Step, Verdict } from '../ports/publish.ts'
import { requiredId, requiredItems } from '../required-fields.ts'
import { uploadBlob } from './blobs.ts'
import { errorNameOf, imageRules } from './errors.ts'
import { findRelease } from './find-release.ts'
import { resolveMentions } from './mentions.ts'
import { permalinkOf } from './post-link.ts'
import { entriesOf, mediaKey, type PostRecord, postRecords } from './post-record.ts'
import { mentionedHandles, previewFacets, requireLanguages, requireTexts } from './post-text.ts'
import { begin, published, type State, settling } from './publish-state.ts'
import { findRecord } from './records.ts'
import { type BlueskyPublishCall, type Credentials, type Session, sessionOf } from './session.ts'
import { advanceVideo } from './video.ts'
import { callServer } from './xrpc.ts'

type Call = BlueskyPublishCall

/** Errors after which the media are uploaded again: servers delete files that no record references after a while. */
const lostBlob = ['BlobNotFound', 'InvalidMimeType', 'InvalidSize']
const maxRenewals = 1

function recordsOf(call: Call, { did }: Session, state: State): Promise<PostRecord[]> {
  const { input: post, createdAt } = call
  const { seed, blobs, mentions } = state
  return postRecords({ did, post, createdAt, seed, blobs, mentions: mentions ?? {} })
}

/**
 * Uploads the images of the first post that lacks some, or makes the next step of its video. Undefined if all media are
 * uploaded.
 */
async function advanceMedia(call: Call, session: Session, state: State): Promise<Step<State> | undefined> {
  for (const [index, { images = [], video }] of entriesOf(call.input).entries()) {
    if (video && !state.blobs[mediaKey(index, 'video')]) {
      return advanceVideo(call, session, { key: mediaKey(index, 'video'), source: video.source, state })
    }
    const missing = images.flatMap(({ source }, item) => {
      const key = mediaKey(index, item)
      return state.blobs[key] ? [] : [{ key, source }]
    })
    if (missing.length === 0) continue
    const uploaded = missing.map(async ({ key, source }) => {
      return [key, await uploadBlob(call, session, { source, rules: imageRules, timeoutMs: 60_000 })]
    })
    const blobs = { ...state.blobs, ...Object.fromEntries(await Promise.all(uploaded)) }
    return { kind: 'next', state: { ...state, blobs } }
  }
  return undefined
}

async function advance(call: Call, state: State): Promise<Step<State>> {
  const result = resultOf(call, state)
  if (result) return { kind: 'done', result }
  const session = sessionOf(call)
  if (!state.mentions) {
    const texts = entriesOf(call.input).map(({ text }) => text)
    requireTexts(texts)
    const handles = mentionedHandles(texts)
    if (handles.length > 0) {
      return { kind: 'next', state: { ...state, mentions: await resolveMentions(call, session, handles) } }
    }
  }
  const step = await advanceMedia(call, session, state)
  return step ?? { kind: 'commit', step: state.renewals > 0 ? `record-${state.renewals + 1}` : 'record' }
}

/** Returns the result once the records are written; undefined before. */
function resultOf({ app }: Call, { uris }: State): Published | undefined {
  return uris ? { postIds: uris, permalink: permalinkOf(app, uris[0]) } : undefined
}

/**
 * Writes a single record with `putRecord`, which leaves an identical record unchanged; a thread is written in one
 * atomic call.
 * @throws ProviderError with the outcome `indeterminate` if the response is not that of the call, such as a page of a
 *   proxy
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-put-record (read 2026-11-20)
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-apply-writes (read 2026-11-20)
 */
async function write(call: Call, session: Session, records: readonly PostRecord[]): Promise<void> {
  const { did: repo } = session
  const collection = 'app.bsky.feed.post'
  const [only, ...others] = records
  if (only && others.length === 0) {
    const { rkey, value: record } = only
    const input = { repo, collection, rkey, record }
    requiredId(await callServer(call, session, { method: 'com.atproto.repo.putRecord', input }), 'uri')
    return
  }
  const $type = 'com.atproto.repo.applyWrites#create'
  const writes = records.map(({ rkey, value }) => ({ $type, collection, rkey, value }))
  const input = { repo, writes }
  const body = await callServer(call, session, { method: 'com.atproto.repo.applyWrites', input })
  // Servers may omit either field.
  if (!isObject(body['commit'])) requiredItems(body, 'results')
}

async function commit(call: Call, state: State): Promise<State> {
  const session = sessionOf(call)
  const records = await recordsOf(call, session, state)
  try {
    await write(call, session, records)
  } catch (error) {
    await requireWritten(call, state, error)
  }
  return published(state, records)
}

/**
 * Handles the failure of the call that writes the records. If the response of an earlier call was lost, that call may
 * have written the records in the meantime and be the reason for a rejection, as servers do not create a thread again.
 * After a rejection, the records are therefore looked up.
 * @throws the failure, unless the records exist; ProviderError with the outcome `indeterminate` if the server does not
 *   show whether the records exist
 */
async function requireWritten(call: Call, state: State, thrown: unknown): Promise<void> {
  const isRejected = outcomeOfFailure(thrown) === 'rejected' && thrown instanceof ProviderError && !thrown.tokenRejected
  if (!state.isRepeated || !isRejected) throw thrown
  const found = await reconcile(call, state).catch(() => undefined)
  if (found?.kind === 'done') return
  if (found?.kind === 'again') throw thrown
  const message = 'The server does not show whether the post was published.'
  throw new ProviderError('provider_error', message, 'indeterminate', { cause: thrown })
}

/**
 * Returns the state in which all media are uploaded again, if the server has deleted some; null for any other error,
 * and if the media were uploaded again before.
 */
function afterRejection(state: State, thrown: unknown): State | null {
  const isLost = lostBlob.includes(errorNameOf(thrown) ?? '') && state.renewals < maxRenewals
  if (!isLost) return null
  const { uploads } = state
  return { ...state, blobs: {}, jobs: {}, ...(uploads && { uploads: {} }), renewals: state.renewals + 1 }
}

/**
 * Reads the record of the first post by its key. Record keys are unique to this publish, so that a record shows that
 * all records were written (`done`); with another text or time, the record is not this publish's (`undecidable`).
 * Without a record, the call can be repeated (`again`), because it would write the same records.
 */
async function reconcile(call: Call, state: State): Promise<Verdict<State>> {
  const session = sessionOf(call)
  const records = await recordsOf(call, session, state)
  const [first] = records
  if (first === undefined) return { kind: 'again', state }
  const looked = await findRecord(call, session, first.rkey)
  if (looked.record === null) {
    return { kind: 'again', state: { ...state, isRepeated: true }, isAbsent: looked.isAbsent, mayBeDeleted: true }
  }
  const found = looked.record
  const same = found['createdAt'] === first.value['createdAt'] && found['text'] === first.value['text']
  return same
    ? { kind: 'done', state: published(state, records) }
    : { kind: 'undecidable', reason: 'Another record already has the key of this publish.' }
}

/**
 * Determines the outcome of a publish whose latest states may be missing in the database: `done` if they have the
 * records. The record keys are chosen with the write, so that no later state is needed; but the publish of a schedule
 * that was released early has keys of that time. If the publish may have been sent before the time of its keys, the
 * account's posts are searched for such keys: `done` with these, whatever the text of the post.
 * @throws ProviderError if the server rejects a call or does not respond
 */
async function recover(call: Call, state: State, open: OpenCommit): Promise<Verdict<State>> {
  if (state.uris) return { kind: 'done', state }
  const isEarlier = open.startedAt.getTime() < state.seed.micros / 1000 - clockSkewMs
  const verdict = open.until ? undefined : await reconcile(call, state)
  if (verdict && (!isEarlier || verdict.kind !== 'again')) return verdict
  const seed = await findRelease(call, state.seed, open)
  if (seed === 'unread') return { kind: 'undecidable', reason: 'the account has posted too much meanwhile.' }
  if (seed === 'absent') return verdict ?? { kind: 'absent' }
  const released = { ...state, seed: { ...seed } }
  return { kind: 'done', state: published(released, await recordsOf(call, sessionOf(call), released)) }
}

/**
 * Publishes a post or a thread: resolves mentions, uploads the media, then creates all records in one call, under keys
 * that were chosen before. After a lost response, the record under the key of the first post shows whether that call
 * took effect.
 */
export const blueskyPublish: PublishPort<'bluesky', State, Credentials> = {
  settling,
  check({ text, thread = [], langs }) {
    requireTexts([text, ...thread.map((post) => post.text)])
    requireLanguages(langs)
  },
  // Only texts can be checked, which `check` does. With `validate`, the service also finds out whether the connection
  // has expired.
  async validate(call) {
    sessionOf(call)
  },
  facets: previewFacets,
  begin,
  advance,
  commit,
  afterRejection,
  resultOf,
  reconcile,
  recover,
}
