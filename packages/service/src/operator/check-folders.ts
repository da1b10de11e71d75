import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createDiskFiles, freeBytes } from '@carillon/media'
import type { Context } from '../context.ts'
import { isLost, keepsFiles } from './check-kept-file.ts'

interface Folder {
  check: string
  setting: string
  /** The absolute path. */
  dir: string
  /** The number of bytes that have to be free. */
  floor: number
}

interface Finding {
  check: string
  ok: boolean
  detail: string
}

/**
 * Returns the directory itself, or the nearest one above it that exists.
 * @throws the error of the file system, also if a part of the path is not a directory
 */
async function nearest(dir: string): Promise<string> {
  try {
    if (!(await stat(dir)).isDirectory()) throw new Error(`${dir} is not a directory`)
    return dir
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && dirname(dir) !== dir) return nearest(dirname(dir))
    throw error
  }
}

/** The bit of a folder's mode with which every user can change it. */
const changedByAll = 0o002

/**
 * Checks that a folder can be written, or can be created if it does not exist, and has enough free space. Remarks if
 * every user of the machine can change it, as is usual for volumes of containers: the check does not fail then.
 */
async function checkFolder({ check, setting, dir, floor }: Folder): Promise<Finding> {
  const found = (ok: boolean, detail: string) => ({ check, ok, detail: `${dir} ${detail}` })
  try {
    const existing = await nearest(dir)
    if (existing !== dir) await access(existing, constants.W_OK | constants.X_OK)
    else if (!(await keepsFiles(createDiskFiles(dir)))) return found(false, `cannot be used: ${isLost}`)
    const free = await freeBytes(existing)
    if (free < floor) {
      const advice = 'Make space on the volume, or set MEDIA_FREE_FLOOR_BYTES to less.'
      return found(false, `has ${free} free bytes, and uploads are rejected below ${floor}. ${advice}`)
    }
    const state = existing === dir ? 'can be written' : 'does not exist, and is created with its first file'
    const isOpen = existing === dir && ((await stat(dir)).mode & changedByAll) !== 0
    const remark = isOpen ? `; every user of this machine can change it: run chmod o-w ${dir} if others use it` : ''
    return found(true, `${state}; ${free} bytes are free${remark}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = `Check ${setting}, and that gateways and workers may write there.`
    return found(false, `cannot be written (${reason}). ${advice}`)
  }
}

/**
 * Checks the folders of `MEDIA_DIR` and `SPOOL_DIR`: each can be written, with a file that is removed again, and the
 * one for media has as much free space as uploads need. A folder that does not exist is not created; its finding is
 * `ok` if it can be created. Returns an empty list if files are kept in a bucket.
 */
export async function checkFolders({ config }: Pick<Context, 'config'>): Promise<Finding[]> {
  const { media, spoolDir } = config
  if (media.s3 !== null) return []
  return [
    await checkFolder({
      ...{ check: 'media folder', setting: 'MEDIA_DIR' },
      ...{ dir: resolve(media.dir), floor: media.freeFloorBytes },
    }),
    await checkFolder({ check: 'spool folder', setting: 'SPOOL_DIR', dir: resolve(spoolDir), floor: 0 }),
  ]
}
