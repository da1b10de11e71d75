import { MIN_LIKES } from '../meta/insights/page-metrics.ts'
import type { Page, PageTask } from '../meta/state/people.ts'

/** A Page as one person has it. */
interface Role {
  page: Page
  tasks: PageTask[]
}

/** Special properties of Pages, by which a test finds them; shown as `traits` of the Page in the state. */
const TRAITS: Record<string, (role: Role) => boolean> = {
  no_analyze_task: ({ tasks }) => !tasks.includes('ANALYZE'),
  no_moderate_task: ({ tasks }) => !tasks.includes('MODERATE'),
  no_figures: ({ page }) => page.fans < MIN_LIKES,
}

/** The traits of a Page; an ordinary Page has none. */
export function pageTraits(role: Role): string[] {
  return Object.entries(TRAITS).flatMap(([name, has]) => (has(role) ? [name] : []))
}
