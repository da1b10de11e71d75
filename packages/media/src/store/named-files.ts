import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncDirectory } from './sync-directory.ts'

/** Small private files that are found by their names: in a directory, or in a bucket that several machines use. */
export interface NamedFiles {
  /**
   * Stores a file, which is durable and visible as a whole when the promise resolves. Replaces a file with the same
   * name.
   */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Returns all names; in a directory, a `put` that was cut off leaves one that ends in `.part`. */
  list(): Promise<string[]>
  /** Reads a file; null if it does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Removes a file; does nothing if it does not exist. */
  remove(name: string): Promise<void>
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/**
 * Returns an object that stores, lists, reads and removes small private files by name in the directory `dir`. The first
 * `put` creates the directory if it is missing; only the user of the process can read it and the files.
 */
export function createDiskFiles(dir: string): NamedFiles {
  return {
    async put(name, bytes) {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const part = join(dir, `${name}.${process.pid}.part`)
      try {
        const file = await open(part, 'w', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, join(dir, name))
        await syncDirectory(dir)
      } catch (error) {
        await rm(part, { force: true }).catch(() => {})
        throw error
      }
    },
    list: () =>
      readdir(dir).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      }),
    read: (name) =>
      readFile(join(dir, name)).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    remove: (name) => rm(join(dir, name), { force: true }),
  }
}
