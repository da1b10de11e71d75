import type { PublishPlatform } from '@carillon/domain'
import type { CallContext, PreparedPost, PublishCall } from '@carillon/providers'
import { mapMediaItems } from '../posts/media-items.ts'
import { mediaSource } from './media-source.ts'
import type { Run } from './run.ts'

/** The publication as its adapter sees it: media items opened, everything else as it was asked for. */
export async function publishCall(run: Run, call: CallContext): Promise<PublishCall<PublishPlatform>> {
  const { row } = run
  const post = await mapMediaItems(row.platform, row.payload, async ({ value }) => ({
    ...value,
    source: await mediaSource(run, value['source']),
  }))
  return { ...call, publishId: row.id, createdAt: row.created_at, post: post as PreparedPost<PublishPlatform> }
}
