import type { Account } from '@carillon/client'
import { ActionIcon, Button, Group, SegmentedControl, Select, Title } from '@mantine/core'
import { viewerZone } from '../../data/schedules/zoned-time.ts'
import { accountOption } from '../../ui/account-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import styles from './calendar.module.css'
import { periodWords, stepBy, views } from './period.ts'
import type { Calendar } from './use-calendar.ts'

const viewWords = { month: 'Month', week: 'Week', list: 'List' } as const

/** The controls of the calendar, which change its URL: days, view, account and time zone. */
export function CalendarBar({ calendar, accounts }: { calendar: Calendar; accounts: readonly Account[] }) {
  const { view, day, timeZone, accountId, today, setView, setDay, setZone, setAccount } = calendar
  const noun = view === 'month' ? 'month' : 'week'
  return (
    <div className={styles['bar']}>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="sm" onClick={() => setDay(today)} disabled={day === today} flex="none">
          Today
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          onClick={() => setDay(stepBy(view, day, -1))}
          aria-label={`Previous ${noun}`}
        >
          <Icon name="previous" size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          onClick={() => setDay(stepBy(view, day, 1))}
          aria-label={`Next ${noun}`}
        >
          <Icon name="next" size={16} />
        </ActionIcon>
        <div role="status">
          <Title order={2} size="h4" className={styles['period'] ?? ''}>
            {periodWords(view, day)}
          </Title>
        </div>
      </Group>
      <SegmentedControl
        aria-label="View"
        data={views.map((value) => ({ value, label: viewWords[value] }))}
        value={view}
        onChange={(value) => {
          const chosen = views.find((one) => one === value)
          if (chosen) setView(chosen)
        }}
      />
      <Group gap="xs" className={styles['filters'] ?? ''}>
        <Select
          aria-label="Account"
          placeholder="Any account"
          data={accounts.map(accountOption)}
          value={accountId}
          onChange={setAccount}
          clearable
          clearButtonProps={{ 'aria-label': 'Any account' }}
          searchable
        />
        <ZoneSelect
          aria-label="Time zone of the calendar"
          value={timeZone}
          onChange={(zone) => setZone(zone === viewerZone() ? null : zone)}
          leftSection={<Icon name="clock" size={16} />}
        />
      </Group>
    </div>
  )
}
