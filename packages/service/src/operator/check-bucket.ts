import { randomUUID } from 'node:crypto'
import type { NamedFiles } from '@carillon/media'
import type { Context } from '../context.ts'

const check = 'bucket'

/** Writes a file, returns whether it is listed and can be read, and removes it also if that fails. */
async function isKept(files: NamedFiles): Promise<boolean> {
  const name = `doctor-${randomUUID()}`
  await files.put(name, Buffer.from('doctor'))
  try {
    const isListed = (await files.list()).includes(name)
    return isListed && (await files.read(name)) !== null
  } finally {
    await files.remove(name)
  }
}

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
  try {
    const isThere = await isKept(tokenSpool)
    const detail = isThere
      ? `${s3.bucket} can be written, listed and read`
      : 'a file that was just written is not there'
    return [{ check, ok: isThere, detail }]
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'no response'
    const advice = 'Check S3_BUCKET, S3_REGION, S3_ENDPOINT, the credentials, and the permissions in docs/scaling.md.'
    return [{ check, ok: false, detail: `${s3.bucket} cannot be used (${reason}). ${advice}` }]
  }
}
