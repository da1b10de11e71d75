import type { Schedule } from '@carillon/client'
import { Alert, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { addDays } from '../../data/days.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { postTitle, scheduledPost } from '../../data/schedules/scheduled-post.ts'
import { schedulesQuery } from '../../data/schedules/schedules.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { postSchemasQuery } from '../compose/form/post-schemas-query.ts'
import styles from './calendar.module.css'
import { CalendarBar } from './calendar-bar.tsx'
import { CalendarContext, type CalendarContextValue, type Opened } from './calendar-context.ts'
import { MonthView } from './grid/month-view.tsx'
import { NarrowMonth, NarrowWeek } from './grid/narrow-views.tsx'
import { WeekView } from './grid/week-view.tsx'
import { HeldList } from './held-list.tsx'
import { ListView } from './list-view.tsx'
import { useMoving } from './moving/use-moving.ts'
import { OpenedDialog } from './one/opened-dialog.tsx'
import { useCanChange } from './one/schedule-actions.tsx'
import { daysOf, stepBy } from './period.ts'
import { placedIn } from './placed.ts'
import { type Calendar, useCalendar } from './use-calendar.ts'
import { useLiveSchedules } from './use-live-schedules.ts'

/** The media query of narrow windows; the same as in the style sheets. */
const narrow = '(max-width: 47.99em)'

/**
 * The schedules of the days that are shown. A day more is read on both sides, in UTC, since days of the calendar's zone
 * differ from those of UTC. Nothing is read for the list view.
 */
function usePeriod(profileId: string, { view, day, timeZone, accountId }: Calendar) {
  const days = daysOf(view === 'month' ? 'month' : 'week', day)
  const [first = day, last = day] = [days[0], days.at(-1)]
  const from = `${addDays(first, -1)}T00:00:00Z`
  const to = `${addDays(last, 2)}T00:00:00Z`
  const query = useQuery({
    ...schedulesQuery({ profileId, accountId, from, to }),
    enabled: view !== 'list',
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const placed = useMemo(() => placedIn(data?.schedules ?? [], timeZone), [data, timeZone])
  return { ...query, placed, isCut: data?.isCut ?? false }
}

/** The month or week that the calendar shows, as a grid; as a list of days in narrow windows. */
function Period({ profileId, calendar }: { profileId: string; calendar: Calendar }) {
  const { view, day, today, setDay } = calendar
  const { placed, isCut, isPending, error, data, refetch } = usePeriod(profileId, calendar)
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  if (error && !data) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (isPending) return <Skeleton height={480} radius="md" role="status" aria-label="Loading" />
  const props = { day, today, placed, onPage: (step: 1 | -1) => setDay(stepBy(view, day, step)) }
  const wide = view === 'month' ? <MonthView {...props} /> : <WeekView {...props} />
  const small = view === 'month' ? <NarrowMonth {...props} onDay={setDay} /> : <NarrowWeek {...props} />
  return (
    <>
      {isCut && (
        <Alert color="yellow" variant="light" icon={<Icon name="alert" />}>
          There are too many posts to show them all here. Choose an account, or the list.
        </Alert>
      )}
      {isNarrow ? small : wide}
    </>
  )
}

function Keys() {
  return (
    <Text size="xs" c="dimmed" visibleFrom="sm">
      Drag a post to move it. By keyboard: arrows go from cell to cell, Enter opens, M moves a post, Page Up and Page
      Down go through the calendar.
    </Text>
  )
}

/** Focuses the entry of a schedule after its dialog has closed, unless another element has the focus by then. */
function focusEntry(scheduleId: string): void {
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.querySelector<HTMLElement>(`[data-schedule="${scheduleId}"]`)?.focus()
  })
}

/** Builds the value of `CalendarContext`. */
function useShared(calendar: Calendar, profileId: string, open: (opened: Opened) => void): CalendarContextValue {
  const { view, timeZone, accountId, setView, setDay } = calendar
  const { data } = useQuery(accountsQuery(profileId))
  const { data: facts } = useQuery(postSchemasQuery)
  const moving = useMoving(timeZone, view === 'week')
  const accounts = useMemo(() => new Map(data?.accounts.map((one) => [one.accountId, one])), [data])
  const titleOf = useCallback(
    (schedule: Schedule) => (facts ? postTitle(scheduledPost(schedule, facts.textFields)) : '…'),
    [facts],
  )
  return {
    timeZone,
    titleOf,
    moving,
    open,
    accountOf: (id) => accounts.get(id),
    canChange: useCanChange(),
    composeAt: (local) =>
      `/compose?${new URLSearchParams({ at: local, zone: timeZone, ...(accountId && { account: accountId }) })}`,
    showAll: (day) => {
      setView('list')
      setDay(day)
    },
  }
}

/** The posts of a profile at the times at which they are due. */
export default function CalendarPage() {
  const profileId = useProfileId()
  const calendar = useCalendar()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data } = useQuery(accountsQuery(profileId))
  const shared = useShared(calendar, profileId, setOpened)
  const close = () => {
    setOpened(null)
    if (opened) focusEntry(opened.scheduleId)
  }
  useLiveSchedules(profileId)
  const { view, day, accountId, setView } = calendar
  const accounts = data?.accounts ?? []
  const connect = <LinkButton to="/accounts">Connect an account</LinkButton>
  if (data && accounts.length === 0) {
    return (
      <Page title="Calendar">
        <EmptyState title="No account yet" action={connect}>
          Posts are scheduled for connected accounts.
        </EmptyState>
      </Page>
    )
  }
  return (
    <CalendarContext value={shared}>
      <Page
        title="Calendar"
        description={
          <>
            Posts at the times at which they are due. Those that were published at once are under{' '}
            <TextLink to="/publishes" inherit underline="always">
              Publishes
            </TextLink>
            .
          </>
        }
        actions={
          <>
            <LinkButton to="/calendar/slots" variant="default">
              Weekly slots
            </LinkButton>
            {shared.canChange && <LinkButton to="/compose?at=next">Schedule a post</LinkButton>}
          </>
        }
      >
        <HeldList profileId={profileId} accountId={accountId} onAll={() => setView('list')} />
        <CalendarBar calendar={calendar} accounts={accounts} />
        <VisuallyHidden role="status">{shared.moving.words}</VisuallyHidden>
        {shared.moving.isByKeyboard && (
          <Text className={styles['movingWords'] ?? ''} aria-hidden="true">
            {shared.moving.words}
          </Text>
        )}
        {view === 'list' ? (
          <ListView key={`${profileId} ${day}`} profileId={profileId} accountId={accountId} day={day} />
        ) : (
          <Period profileId={profileId} calendar={calendar} />
        )}
        {view !== 'list' && <Keys />}
        {opened && <OpenedDialog opened={opened} onOpen={setOpened} onClose={close} />}
      </Page>
    </CalendarContext>
  )
}
