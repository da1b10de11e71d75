import type { Schedule } from '@carillon/client'
import { Group, Select } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { useCursorList } from '../../data/cursor-list.ts'
import { readSchedules } from '../../data/schedules/schedules.ts'
import { instantOf, localIn } from '../../data/schedules/zoned-time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import styles from './calendar.module.css'
import { useCalendarContext } from './calendar-context.ts'
import { ListRow } from './list-row.tsx'
import { dayWords } from './period.ts'
import { filterStatuses, scheduleStatuses } from './schedule-status.ts'

const heights = { narrow: 94, wide: 68 }
const idOf = ({ scheduleId }: Schedule) => scheduleId

/** The first schedule of each day, by id, with the day. */
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
  /** The first day that is shown. */
  day: string
}

/** All schedules from a day on, in the order in which they are due. */
export function ListView({ profileId, accountId, day }: ListViewProps) {
  const { timeZone } = useCalendarContext()
  const [word, setStatus] = useQueryParam('status')
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
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage().catch(reportError)
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <>
      <Group>
        <Select
          aria-label="Status"
          placeholder="Any status"
          data={filterStatuses.map((value) => ({ value, label: scheduleStatuses[value].label }))}
          value={status}
          onChange={setStatus}
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          w={200}
        />
      </Group>
      <ListStates
        list={list}
        isEmpty={list.items.length === 0}
        empty={
          <EmptyState title={status ? 'No post matches' : 'Nothing is scheduled'}>
            {status
              ? 'Remove the filter, or choose an earlier day.'
              : 'Posts that are scheduled from this day on appear here.'}
          </EmptyState>
        }
        end={`End of the list: ${list.items.length} ${list.items.length === 1 ? 'post' : 'posts'}`}
      >
        <VirtualList
          label="Schedules"
          items={list.items}
          keyOf={idOf}
          heights={heights}
          onEnd={onEnd}
          renderItem={(schedule) => (
            <>
              {headings.has(schedule.scheduleId) && (
                <h2 className={styles['heading']}>{headings.get(schedule.scheduleId)}</h2>
              )}
              <ListRow schedule={schedule} />
            </>
          )}
        />
      </ListStates>
    </>
  )
}
