import type { Context } from '../context.ts'
import { isLost, keepsFiles } from './check-kept-file.ts'

const check = 'bucket'

/**
 * Checks that the bucket can be written, listed and read, with a file that is removed again. Empty if files are kept on
 * disk.
 */
export async function checkBucket({
  config,
  tokenSpool,
}: Pick<Context, 'config' | 'tokenSpool'>): Promise<{ check: string; ok: boolean; detail: string }[]> {
  const { s3 } = config.media
  if (s3 === null) return []
  try {
    const isThere = await keepsFiles(tokenSpool)
    const detail = isThere ? `${s3.bucket} can be written, listed and read` : isLost
    return [{ check, ok: isThere, detail }]
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'no response'
    const advice = 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT, the credentials, and the permissions in docs/scaling.md.'
    return [{ check, ok: false, detail: `${s3.bucket} cannot be used (${reason}). ${advice}` }]
  }
}
