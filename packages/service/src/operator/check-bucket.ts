import { checkS3Uploads, openS3Files } from '@carillon/media'
import { bucketOf } from '../config/bucket-of.ts'
import type { Context } from '../context.ts'
import { isLost, keepsFiles } from './check-kept-file.ts'

const check = 'bucket'
const advice =
  'Check S3_BUCKET, S3_REGION, S3_ENDPOINT and the credentials. docs/scaling.md lists the permissions that are needed, and what to set for a private certificate authority.'

/** Returns the code of an error and its message, if it has one: the SDK calls a missing one `UnknownError`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no response'
  return error.message === 'UnknownError' ? error.name : `${error.name}: ${error.message}`
}

/**
 * Checks that the bucket can be written, listed and read under the prefixes of spooled tokens and of media, with files
 * that are removed again, and that uploads in parts can be listed and aborted. Returns an empty list if files are kept
 * on disk.
 */
export async function checkBucket({
  config,
  tokenSpool,
}: Pick<Context, 'config' | 'tokenSpool'>): Promise<{ check: string; ok: boolean; detail: string }[]> {
  const { s3 } = config.media
  if (s3 === null) return []
  const media = { ...bucketOf(s3), prefix: 'media/doctor/' }
  let work = 'writing, listing, reading or removing a file under spool/'
  try {
    const isSpooled = await keepsFiles(tokenSpool)
    work = 'writing, listing, reading or removing a file under media/'
    const isThere = isSpooled && (await keepsFiles(await openS3Files(media)))
    work = 'beginning, listing or aborting an upload in parts under media/'
    await checkS3Uploads(media)
    return [{ check, ok: isThere, detail: isThere ? `${s3.bucket} can be written, listed and read` : isLost }]
  } catch (error) {
    return [{ check, ok: false, detail: `${s3.bucket} cannot be used: ${work} failed (${reasonOf(error)}). ${advice}` }]
  }
}
