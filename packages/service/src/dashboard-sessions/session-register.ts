import { type Db, findDashboardSessions, type SessionGrant } from '@carillon/database'
import { gatherLookUps } from '../keys/gathered-look-up.ts'
import type { Register } from '../keys/register.ts'

/** Sessions of the dashboard by their hash. None is remembered: one that has ended elsewhere ends here at once. */
export function createSessionRegister(db: Db): Register<SessionGrant> {
  const together = gatherLookUps<SessionGrant>(
    (hashes) => findDashboardSessions(db, hashes),
    ({ hash }) => hash.toString('base64'),
  )
  return {
    find: async (hash) => (await findDashboardSessions(db, [hash]))[0],
    findTogether: (hash) => together(hash.toString('base64'), hash),
  }
}
