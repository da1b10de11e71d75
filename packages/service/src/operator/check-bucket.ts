import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'

const check = 'bucket'

/**
 * Checks that the bucket can be written, listed and read, with a file that is removed again. Returns nothing if files are
 * kept on disk.
 */
export async function checkBucket({
  config,
  tokenSpool,
}: Pick<Context, 'config' | 'tokenSpool'>): Promise<{ check: string; ok: boolean; detail: string }[]> {
  const { s3 } = config.media
  if (s3 === null) return []
  const name = `doctor-${randomUUID()}`
  try {
    await tokenSpool.put(name, Buffer.from('doctor'))
    const listed = (await tokenSpool.list()).includes(name)
    const read = (await tokenSpool.read(name)) !== null
    await tokenSpool.remove(name)
    const problem = listed && read ? null : 'a file that was just written is not there'
    return [{ check, ok: problem === null, detail: problem ?? `${s3.bucket} can be written, listed and read` }]
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'no response'
    const advice = 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT, the credentials, and the permissions in docs/scaling.md.'
    return [{ check, ok: false, detail: `${s3.bucket} cannot be used (${reason}). ${advice}` }]
  }
}
