import { setTimeout as sleep } from 'node:timers/promises'
import { type SamplePost, samplePosts } from '@carillon/contract'
import {
  type ExternalWriteRow,
  insertExternalWrite,
  insertMediaFiles,
  readExternalWrite,
  transaction,
} from '@carillon/database'
import { type PostBody, type PublishPlatform, supports } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { newWrite } from '../../journal/new-write.ts'
import { leaseSeconds, runClaimed, runWrite } from '../../journal/run-write.ts'
import { secondsFrom } from '../../journal/transition.ts'
import { failureOf, writeNow } from '../../journal/write-now.ts'
import { freezePost, mediaFileRow } from '../../posts/frozen-post.ts'
import { receiveJson } from '../../staging.ts'
import type { Read, Reading } from './reads.ts'

export interface PublishOptions {
  /** Also publishes what stays public, as the network deletes nothing by its API. */
  lasting: boolean
  /** An MP4 for the kinds that need one; these are skipped without it. */
  video: Uint8Array | null
}

const maxBodyBytes = 128 * 1024 * 1024

export interface SkippedKind {
  check: string
  reason: string
}

/** The sample posts of the account's network: what can be published, and why the others are not. */
export function samplesOf(reading: Reading, options: PublishOptions): { publishes: Read[]; skipped: SkippedKind[] } {
  const { platform } = reading.account
  const publishes: Read[] = []
  const skipped: SkippedKind[] = []
  if (!supports('posts.publish', platform)) return { publishes, skipped }
  for (const sample of samplePosts[platform]) {
    const check = `publish: ${sample.kind}`
    const reason = reasonAgainst(sample, options)
    if (reason !== null) skipped.push({ check, reason })
    else publishes.push({ check, run: () => publishAndDelete(reading, { platform, sample, video: options.video }) })
  }
  return { publishes, skipped }
}

function reasonAgainst({ reach, needsVideo }: SamplePost, { lasting, video }: PublishOptions): string | null {
  if (needsVideo && video === null) return 'It needs a video: --video FILE.'
  if (reach === 'stays' && !lasting) return 'It would stay public, since the network has no deletion: --lasting.'
  return null
}

interface Publishing {
  platform: PublishPlatform
  sample: SamplePost
  video: Uint8Array | null
}

/** Publishes a sample through the journal, as any post, and deletes it where the network can. */
async function publishAndDelete(reading: Reading, publishing: Publishing): Promise<void> {
  const { context, account, requestId, signal } = reading
  const row = await store(reading, publishing)
  await runClaimed(context, row, { before: null, signal })
  const ended = await runToEnd(reading, row.id)
  if (ended.status !== 'succeeded') throw failureOf('publish', ended)
  if (!supports('posts.delete', account.platform)) return
  for (const postId of ended.provider_ids) {
    await writeNow(context, { kind: 'post.delete', account, requestId, payload: { postId }, signal })
  }
}

async function store(reading: Reading, { platform, sample, video }: Publishing): Promise<ExternalWriteRow> {
  const { context, account, requestId, signal } = reading
  const sent = { ...sample.body(Buffer.from(video ?? []).toString('base64')), platform, accountId: account.id }
  const bytes = Buffer.from(JSON.stringify(sent))
  const limits = { maxBytes: maxBodyBytes, longestBase64: maxBodyBytes, hashed: false, signal }
  const { value } = await receiveJson(context, chunksOf(bytes), limits)
  // The samples are bodies of this operation; a test validates them.
  const { payload, files } = await freezePost(context, platform, value as PostBody)
  const write = await newWrite(context, { kind: 'publish', account, requestId, payload })
  const claim = { wake_at: secondsFrom(context.now(), leaseSeconds), running_since: context.now(), running_by: null }
  const owner = { organizationId: account.organization_id, writeId: write.id, now: write.created_at }
  return transaction(context.db, async (tx) => {
    const row = await insertExternalWrite(tx, { ...write, ...claim })
    await insertMediaFiles(
      tx,
      files.map((file) => mediaFileRow(file, owner)),
    )
    return row
  })
}

async function* chunksOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Resumes the write whenever the network is to be asked again, until it has ended. */
async function runToEnd({ context, signal }: Reading, id: string): Promise<ExternalWriteRow> {
  for (;;) {
    const row = await readExternalWrite(context.db, id)
    if (!row) throw new ServiceError('internal_error', 'The publish has vanished.')
    if (row.wake_at === null) return row
    const pauseMs = Math.max(100, row.wake_at.getTime() - context.now().getTime())
    await sleep(pauseMs, undefined, { signal })
    await runWrite(context, { writeId: id, signal })
  }
}
