import { randomUUID } from 'node:crypto'
import type { NamedFiles } from '@carillon/media'

/**
 * Writes a file, returns whether it is listed and can be read, and removes it also if that fails.
 * @throws the error of the file system or of the bucket
 */
export async function keepsFiles(files: NamedFiles): Promise<boolean> {
  const name = `doctor-${randomUUID()}`
  await files.put(name, Buffer.from('doctor'))
  try {
    const isListed = (await files.list()).includes(name)
    return isListed && (await files.read(name)) !== null
  } finally {
    await files.remove(name)
  }
}

/** The detail of a finding about a file that was written without an error, but is not listed or cannot be read. */
export const isLost = 'a file that was just written is not there'
