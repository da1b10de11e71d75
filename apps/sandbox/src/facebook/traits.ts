import { MIN_LIKES } from '../meta/insights/page-metrics.ts'
import type { Page, PageTask } from '../meta/state/people.ts'

/** A Page, with the tasks that one user has on it. */
interface Role {
  page: Page
  tasks: PageTask[]
}

/**
 * The traits of Pages: functions that return whether a Page has the trait for a user, keyed by the trait's name. Tests
 * find Pages by `traits` of the Page in the state.
 */
const TRAITS: Record<string, (role: Role) => boolean> = {
  no_analyze_task: ({ tasks }) => !tasks.includes('ANALYZE'),
  no_moderate_task: ({ tasks }) => !tasks.includes('MODERATE'),
  no_figures: ({ page }) => page.fans < MIN_LIKES,
}

/**
 * Returns the traits of a user's Page, names of special properties such as `no_analyze_task`, by which tests find the
 * Page; empty for an ordinary Page.
 */
export function pageTraits(role: Role): string[] {
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(role) ? [name] : []))
}
