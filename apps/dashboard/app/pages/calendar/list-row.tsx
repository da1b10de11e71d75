import type { Schedule } from '@carillon/client'
import { timeIn } from '../../data/schedules/zoned-time.ts'
import { accountName } from '../../ui/account-name.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './calendar.module.css'
import { useCalendarContext } from './calendar-context.ts'
import { ownTimeWords } from './entry.tsx'
import { statusWords } from './schedule-status.ts'

/** One schedule in a list. */
export function ListRow({ schedule }: { schedule: Schedule }) {
  const { timeZone, accountOf, titleOf, open } = useCalendarContext()
  const { scheduleId, platform, publishAt, accountId, problem } = schedule
  const account = accountOf(accountId)
  const ownTime = ownTimeWords(publishAt, timeZone)
  const { label, color } = statusWords(schedule)
  return (
    <div className={styles['listRow']}>
      <span className={styles['listTime']}>{timeIn(publishAt.instant, timeZone)}</span>
      <NetworkIcon platform={platform} size={24} />
      <div className={styles['listWords']}>
        <button type="button" className={styles['title']} onClick={() => open({ kind: 'details', scheduleId })}>
          <bdi dir="auto">{titleOf(schedule)}</bdi>
        </button>
        <span className={styles['about']}>
          {account && <bdi dir="auto">{accountName(account)}</bdi>}
          {ownTime && ` · ${ownTime}`}
        </span>
        {problem && <span className={styles['problem']}>{problem.message}</span>}
      </div>
      <StatusBadge color={color}>{label}</StatusBadge>
    </div>
  )
}
