import type { PDS } from '@atproto/pds'

function isHandle(text: string): text is `${string}.${string}` {
  return text.includes('.')
}

/**
 * Creates a function that deletes the sessions of one user (by handle) or of all users from the data server, including
 * refresh tokens. It rejects with a `RangeError` for an unknown handle.
 */
export function createRevocation(pds: PDS): (handle?: string) => Promise<void> {
  const { accountManager } = pds.ctx
  return async (handle) => {
    const did = handle !== undefined && isHandle(handle) ? (await accountManager.getAccount(handle))?.did : undefined
    if (handle !== undefined && did === undefined) throw new RangeError(`as: nobody is called ${handle}`)
    for (const table of ['token', 'refresh_token'] as const) {
      const all = accountManager.db.db.deleteFrom(table)
      await (did === undefined ? all : all.where('did', '=', did)).execute()
    }
  }
}
