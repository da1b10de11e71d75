import { type FileHandle, open } from 'node:fs/promises'
import { hasErrorCode } from './failure.ts'

/** The codes of errors of file systems that do not flush directories. */
const withoutSync = ['EINVAL', 'ENOTSUP', 'EBADF']

/**
 * Flushes a directory to disk, so that a new name in it is durable as well, if its file system can do that.
 * @param sync flushes an open directory; `FileHandle.sync` except in tests
 */
export async function syncDirectory(dir: string, sync = (handle: FileHandle) => handle.sync()): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await sync(handle)
  } catch (error) {
    if (!hasErrorCode(error, ...withoutSync)) throw error
  } finally {
    await handle.close()
  }
}
