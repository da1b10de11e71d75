import { MIN_LIKES } from '../meta/insights/page-metrics.ts'
import type { Page, PageTask } from '../meta/state/people.ts'

/** A Page, with the tasks that one user has on it. */
interface Role {
  page: Page
  tasks: PageTask[]
}

/**
 * Conditions for special properties of Pages, by which tests find Pages, keyed by the name that `traits` of the Page in
 * the state shows.
 */
const TRAITS: Record<string, (role: Role) => boolean> = {
  no_analyze_task: ({ tasks }) => !tasks.includes('ANALYZE'),
  no_moderate_task: ({ tasks }) => !tasks.includes('MODERATE'),
  no_figures: ({ page }) => page.fans < MIN_LIKES,
}

/**
 * Returns the traits of a Page for a user, names of its special properties such as `no_analyze_task`, by which tests
 * find it; empty for an ordinary Page.
 */
export function pageTraits(role: Role): string[] {
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(role) ? [name] : []))
}
