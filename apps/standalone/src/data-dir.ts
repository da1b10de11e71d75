import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
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

/** The names of files and folders that only the owner of the data directory may open. */
const privateNames = /^(?:media|spool|sandbox|seal-keys|(?:environment|standalone|organization.*)\.json)$/

/** The name of the folder of the database server, which may run as another user: others may enter it, and not write. */
const serverName = /^postgres-\d+$/

/**
 * Takes from other users the access that files and folders of an installation should never have given them, as when an
 * earlier version created them under a umask of 000, or a backup was restored.
 */
function closeToOthers(dir: string): void {
  for (const name of readdirSync(dir)) {
    const denied = privateNames.test(name) ? 0o077 : serverName.test(name) ? 0o022 : 0
    if (denied === 0) continue
    const path = join(dir, name)
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & denied) !== 0) chmodSync(path, mode & 0o777 & ~denied)
  }
}

/**
 * Creates the data directory if it does not exist, and reserves it for this process. Only its owner can open it; if run
 * as root, other users can reach paths in it, but not list it, as the database server then runs as another user. The
 * mode of a directory that existed before and contains files of something else is not changed. Access that other users
 * have to private files and folders of the installation is removed. Returns the function that releases the directory.
 * @throws StartError if the directory is in use or cannot be written
 */
export function openDataDir(dir: string): () => void {
  try {
    const isNew = mkdirSync(dir, { recursive: true }) !== undefined
    if (isNew || isOwn(dir)) chmodSync(dir, process.getuid?.() === 0 ? 0o711 : 0o700)
    if (existsSync(join(dir, 'environment.json'))) closeToOthers(dir)
    return claimDataDir(dir)
  } catch (error) {
    throw explained(error, dir)
  }
}
