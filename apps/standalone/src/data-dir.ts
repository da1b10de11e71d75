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
 * Creates the data directory if it does not exist, and reserves it for this process. Only its owner can read it, unless
 * it is an existing one that other things use: the mode of that stays. If run as root, the database server runs as
 * another user, who has to reach its own folder; everything else stays private. Returns the function that releases the
 * directory.
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
