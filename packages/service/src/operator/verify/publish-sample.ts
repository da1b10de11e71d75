import { setTimeout as sleep } from 'node:timers/promises'
import type { SamplePost } from '@carillon/contract'
import {
  type ExternalWriteRow,
  insertExternalWrite,
  insertMediaFiles,
  readExternalWrite,
  transaction,
} from '@carillon/database'
import type { PostBody, PublishPlatform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { newWrite } from '../../journal/new-write.ts'
import { runClaimed, runWrite } from '../../journal/run-write.ts'
import { leaseSeconds, secondsFrom } from '../../journal/transition.ts'
import { failureOf } from '../../journal/write-now.ts'
import { mediaFileRow, toStoredPost } from '../../publishing/body/stored-post.ts'
import { publishKind } from '../../publishing/run/publish-kind.ts'
import { receiveJson } from '../../staging.ts'
import type { Trial } from './trial.ts'

const maxBodyBytes = 128 * 1024 * 1024

interface Publishing {
  platform: PublishPlatform
  sample: SamplePost
  video: Uint8Array | null
}

/**
 * Publishes a sample post as an external write and waits for its end. Returns the network's ids of its posts; empty if
 * the network returns none.
 * @throws ServiceError if the platform does not accept the post, the publish fails, or its outcome is unknown; an abort
 *   error if the trial's signal aborts before the publish has ended
 */
export async function publishSample(trial: Trial, publishing: Publishing): Promise<readonly string[]> {
  const row = await store(trial, publishing)
  await runClaimed(trial.context, row, { before: null, signal: trial.signal })
  const ended = await runToEnd(trial, row.id)
  if (ended.status !== 'succeeded') throw failureOf(publishKind, ended)
  return ended.providerIds
}

async function store(trial: Trial, { platform, sample, video }: Publishing): Promise<ExternalWriteRow> {
  const { context, account, requestId, signal } = trial
  const sent = { ...sample.body(Buffer.from(video ?? []).toString('base64')), platform, accountId: account.id }
  const bytes = Buffer.from(JSON.stringify(sent))
  const limits = { maxBytes: maxBodyBytes, maxBase64Length: maxBodyBytes, hashed: false, signal }
  const { value } = await receiveJson(context, chunksOf(bytes), limits)
  // The samples are bodies of this operation; a test validates them.
  const { payload, files } = await toStoredPost(
    context,
    { platform, organizationId: account.organizationId },
    value as PostBody,
  )
  const write = await newWrite(context, { kind: publishKind, account, grant: null, requestId, payload })
  const claim = { wakeAt: secondsFrom(context.now(), leaseSeconds), runningSince: context.now(), runningBy: null }
  const owner = { organizationId: account.organizationId, writeId: write.id, now: write.createdAt }
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

/** Carries out the write again each time that it is due, until it has ended. Returns its row. */
async function runToEnd({ context, signal }: Trial, id: string): Promise<ExternalWriteRow> {
  for (;;) {
    const row = await readExternalWrite(context.db, id)
    if (!row) throw new ServiceError('internal_error', 'The publish no longer exists.')
    if (row.wakeAt === null) return row
    const pauseMs = Math.max(100, row.wakeAt.getTime() - context.now().getTime())
    await sleep(pauseMs, undefined, { signal })
    await runWrite(context, { writeId: id, signal })
  }
}
