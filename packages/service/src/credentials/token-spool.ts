import { advanceCredential, type CredentialRow, type Db, type RefreshedCredential } from '@carillon/database'
import type { Logger } from '@carillon/log'
import type { NamedFiles } from '@carillon/media'

/** The result of a token refresh that the database could not store yet, encrypted as in the database. */
export type SpooledRefresh = RefreshedCredential

const namePattern = /^[0-9a-f-]{36}\.[0-9]+\.json$/

const nameOf = ({ accountId, generation }: Pick<SpooledRefresh, 'accountId' | 'generation'>): string =>
  `${accountId}.${generation}.json`

/**
 * Writes the result of a token refresh to the spool, where it survives the end of the process. There is one file per
 * account and generation (the number of the credentials that were refreshed); an existing one is replaced. Returns the
 * file's name. Rejects if the file cannot be written.
 */
export async function spool(files: NamedFiles, refreshed: SpooledRefresh): Promise<string> {
  const name = nameOf(refreshed)
  const { accountId, generation, previousAt, ciphertext, expiresAt, refreshedAt } = refreshed
  const kept = {
    account_id: accountId,
    generation,
    previous_at: previousAt,
    sealed: ciphertext.toString('base64'),
    expires_at: expiresAt,
    refreshed_at: refreshedAt,
  }
  await files.put(name, Buffer.from(JSON.stringify(kept)))
  return name
}

function parse(bytes: Buffer): SpooledRefresh {
  const kept = JSON.parse(bytes.toString())
  return {
    accountId: kept.account_id,
    generation: kept.generation,
    // Version 0.1 writes none.
    previousAt: kept.previous_at ? new Date(kept.previous_at) : null,
    ciphertext: Buffer.from(kept.sealed, 'base64'),
    expiresAt: kept.expires_at ? new Date(kept.expires_at) : null,
    refreshedAt: new Date(kept.refreshed_at),
  }
}

/**
 * Reads the spooled result of refreshing the credentials in `row`; null if none was spooled or its file is damaged.
 * Null also if the result is older than `row` and belongs to other credentials with the same generation, which the
 * database has lost in a failover.
 * @throws Error if the spool cannot be read
 */
export async function readSpooled(
  files: NamedFiles,
  row: Pick<CredentialRow, 'accountId' | 'generation' | 'refreshedAt'>,
): Promise<SpooledRefresh | null> {
  const bytes = await files.read(nameOf(row))
  try {
    const kept = bytes && parse(bytes)
    const isResult =
      kept && (kept.previousAt?.getTime() === row.refreshedAt.getTime() || row.refreshedAt < kept.refreshedAt)
    return isResult ? kept : null
  } catch {
    return null
  }
}

/**
 * Stores the spooled results of token refreshes in the database, and deletes their files. Results that are older than
 * the stored credentials, or whose account is gone, are dropped. Several processes may do this at the same time. Never
 * rejects: a file that fails is logged and kept. Returns the number of results stored.
 */
export async function replaySpool(db: Db, { files, log }: { files: NamedFiles; log: Logger }): Promise<number> {
  const names = await files.list().catch((error: unknown) => {
    log.error({ err: error }, 'spooled tokens not listed')
    return []
  })
  let replayed = 0
  for (const name of names.filter((candidate) => namePattern.test(candidate))) {
    try {
      const bytes = await files.read(name)
      // Another process was faster.
      if (bytes === null) continue
      const kept = parse(bytes)
      const written = await advanceCredential(db, kept)
      log.info({ accountId: kept.accountId, outcome: written ? 'replayed' : 'outdated' }, 'spooled token processed')
      if (written) replayed++
      await files.remove(name)
    } catch (error) {
      log.error({ detail: name, err: error }, 'spooled token not processed')
    }
  }
  return replayed
}
