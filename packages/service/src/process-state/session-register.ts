import { type Db, findDashboardSessions, type SessionGrant } from '@carillon/database'
import { gatherLookups } from './gathered-lookup.ts'
import type { Register } from './register.ts'

/**
 * Creates the register that reads dashboard sessions by their hash. Sessions are not cached, so a session that another
 * process has ended is rejected at once.
 */
export function createSessionRegister(db: Db): Register<SessionGrant> {
  const findTogether = gatherLookups(findDashboardSessions)
  return {
    find: async (hash) => (await findDashboardSessions(db, [hash]))[0],
    findTogether: (hash) => findTogether(db, hash),
  }
}
