import { problemOf, type Range, type RangeRules } from '../data/ranges.ts'
import { useQueryParam } from './query-param.ts'

/**
 * The range in the URL and a function that changes it, with null to remove it. The range is null, for the default one,
 * if the URL has none, it violates the rules, or the rules are null. `day` is the current day, YYYY-MM-DD.
 */
export function useRange(rules: RangeRules | null, day: string): [Range | null, (next: Range | null) => void] {
  const [startDate, setStart] = useQueryParam('from')
  const [endDate, setEnd] = useQueryParam('to')
  const asked = startDate && endDate ? { startDate, endDate } : null
  const range = asked && rules && problemOf(asked, rules, day) === null ? asked : null
  const setRange = (next: Range | null) => {
    setStart(next?.startDate ?? null)
    setEnd(next?.endDate ?? null)
  }
  return [range, setRange]
}
