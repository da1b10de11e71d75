import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { advanceCredential, type Db } from '@carillon/database'
import type { Logger } from '@carillon/log'

/** The result of a refresh that the database could not store yet, encrypted as it is in the database. */
export interface SpooledRefresh {
  account_id: string
  generation: number
  sealed: Buffer
  expires_at: Date | null
  refreshed_at: Date
}

const namePattern = /^[0-9a-f-]{36}\.[0-9]+\.json$/

/**
 * Writes the result to disk, where it outlives the process: one file per account and generation, readable only by our
 * user.
 */
export async function spool(dir: string, refreshed: SpooledRefresh): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `${refreshed.account_id}.${refreshed.generation}.json`)
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify({ ...refreshed, sealed: refreshed.sealed.toString('base64') }))
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

/** Deletes a spooled token file; does nothing if it no longer exists. */
export async function unspool(path: string): Promise<void> {
  await rm(path, { force: true })
}

/** Stores spooled results in the database and returns how many; results of a superseded generation are dropped. */
export async function replaySpool(db: Db, { dir, log }: { dir: string; log: Logger }): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  let replayed = 0
  for (const name of names.filter((candidate) => namePattern.test(candidate))) {
    const path = join(dir, name)
    const kept = JSON.parse(await readFile(path, 'utf8'))
    const written = await advanceCredential(db, {
      account_id: kept.account_id,
      generation: kept.generation,
      sealed: Buffer.from(kept.sealed, 'base64'),
      expires_at: kept.expires_at ? new Date(kept.expires_at) : null,
      refreshed_at: new Date(kept.refreshed_at),
    })
    log.info({ accountId: kept.account_id, outcome: written ? 'replayed' : 'outdated' }, 'spooled token processed')
    if (written) replayed++
    await unspool(path)
  }
  return replayed
}
