import type { Schedule } from '@carillon/client'
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { useCursorList } from '../../data/cursor-list.ts'
import { readSchedules } from '../../data/schedules/schedules.ts'
import { instantOf, localIn } from '../../data/schedules/zoned-time.ts'
import { CursorListView } from '../../ui/cursor-list-view.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import styles from './calendar.module.css'
import { useCalendarContext } from './calendar-context.ts'
import { ListRow } from './list-row.tsx'
import { dayWords } from './period.ts'
import { filterStatuses, scheduleStatuses } from './schedule-status.ts'

const heights = { narrow: 94, wide: 68 }
const idOf = ({ scheduleId }: Schedule) => scheduleId

/**
 * The headings of days, such as "Thursday 24 December", keyed by the id of the first schedule of each day. The
 * schedules are in the order in which they are due.
 */
function headingsOf(schedules: readonly Schedule[], timeZone: string): ReadonlyMap<string, string> {
  const headings = new Map<string, string>()
  let before = ''
  for (const { scheduleId, publishAt } of schedules) {
    const day = localIn(publishAt.instant, timeZone).slice(0, 10)
    if (day !== before) headings.set(scheduleId, dayWords(day))
    before = day
  }
  return headings
}

export interface ListViewProps {
  profileId: string
  accountId: string | null
  /** The first day to show (YYYY-MM-DD, in the calendar's zone). */
  day: string
}

/** All schedules from a day on, also those that have ended, the first due first; filtered by the status in the URL. */
export function ListView({ profileId, accountId, day }: ListViewProps) {
  const { timeZone } = useCalendarContext()
  const [word] = useQueryParam('status')
  const status = filterStatuses.find((one) => one === word) ?? null
  const from = instantOf(`${day}T00:00`, timeZone) ?? undefined
  const list = useCursorList<Schedule>({
    queryKey: ['schedules', profileId, 'list', { accountId, status, from }],
    fetchPage: async (cursor, signal) => {
      const { schedules, nextCursor } = await readSchedules(
        { profileId, accountId, status, ...(from && { from }) },
        cursor,
        signal,
      )
      return { items: schedules, nextCursor }
    },
    idOf,
    isActive: ({ status: one }) => one === 'taken',
  })
  const headings = useMemo(() => headingsOf(list.items, timeZone), [list.items, timeZone])
  return (
    <>
      <Group>
        <FilterSelect
          param="status"
          label="Status"
          any="Any status"
          data={filterStatuses.map((value) => ({ value, label: scheduleStatuses[value].label }))}
          flex="0 1 200px"
        />
      </Group>
      <CursorListView
        label="Schedules"
        list={list}
        nouns={['post', 'posts']}
        keyOf={idOf}
        heights={heights}
        renderItem={(schedule) => (
          <>
            {headings.has(schedule.scheduleId) && (
              <h2 className={styles['heading']}>{headings.get(schedule.scheduleId)}</h2>
            )}
            <ListRow schedule={schedule} />
          </>
        )}
        empty={
          <EmptyState title={status ? 'No post matches' : 'Nothing is scheduled'}>
            {status
              ? 'Remove the filter, or choose an earlier day.'
              : 'Posts that are scheduled from this day on appear here.'}
          </EmptyState>
        }
      />
    </>
  )
}
