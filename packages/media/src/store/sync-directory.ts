import { open } from 'node:fs/promises'

/** Flushes a directory to disk, so that a new name in it is durable as well. */
export async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
