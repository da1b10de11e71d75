import type { Access } from '../data/access.ts'
import type { Route } from './routes.ts'

/** Whether a page is of use to the key of the session. */
export function isOffered({ forOrganization, scope }: Route, { can, hasOrganization }: Access): boolean {
  return (hasOrganization || !forOrganization) && (!scope || can(scope))
}
