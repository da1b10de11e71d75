import type { Access } from '../data/access.ts'
import type { Route } from './routes.ts'

/**
 * Whether the session's key may use a page: it has the page's scope, and reaches the whole organization if the page
 * requires that.
 */
export function isOffered({ forOrganization, scope }: Route, { can, hasOrganization }: Access): boolean {
  return (hasOrganization || !forOrganization) && (!scope || can(scope))
}
