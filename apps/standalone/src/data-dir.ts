import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { claimDataDir, lockName } from './data-dir-claim.ts'
import { explained } from './start-error.ts'

/**
 * Returns whether the mode of an existing directory may be changed: it belongs to an installation, or nothing else uses
 * it yet.
 */
function isOwn(dir: string): boolean {
  return existsSync(join(dir, 'environment.json')) || readdirSync(dir).every((name) => name === lockName)
}

/**
 * Creates the data directory if it does not exist, and reserves it for this process. Only its owner can open it; if run
 * as root, other users can reach paths in it, but not list it, as the database server then runs as another user. The
 * mode of a directory that existed before and contains files of something else is not changed. Returns the function
 * that releases the directory.
 * @throws StartError if the directory is in use or cannot be written
 */
export function openDataDir(dir: string): () => void {
  try {
    const isNew = mkdirSync(dir, { recursive: true }) !== undefined
    if (isNew || isOwn(dir)) chmodSync(dir, process.getuid?.() === 0 ? 0o711 : 0o700)
    return claimDataDir(dir)
  } catch (error) {
    throw explained(error, dir)
  }
}
