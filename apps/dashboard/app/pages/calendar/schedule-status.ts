import type { Schedule } from '@carillon/client'
import type { StatusColor } from '../../ui/status-badge.tsx'

type Status = Schedule['status']

/** The label, colour and meaning of each status. */
export const scheduleStatuses: Readonly<Record<Status, { label: string; color: StatusColor; meaning: string }>> = {
  scheduled: { label: 'Scheduled', color: 'blue', meaning: 'The post is published at its time.' },
  taken: { label: 'Publishing', color: 'blue', meaning: 'Carillon is publishing the post.' },
  published: { label: 'Published', color: 'green', meaning: 'The post is published.' },
  failed: { label: 'Failed', color: 'red', meaning: 'The post was not published.' },
  unknown: { label: 'Unknown', color: 'orange', meaning: 'The network did not confirm whether it published the post.' },
  held: { label: 'Held', color: 'orange', meaning: 'The post was due and did not go out. It waits for your decision.' },
  cancelled: { label: 'Cancelled', color: 'gray', meaning: 'The post was cancelled.' },
}

/** The statuses that a list can be filtered by. */
export const filterStatuses = Object.keys(scheduleStatuses).filter((name): name is Status => name in scheduleStatuses)

/**
 * The label and colour of a schedule's status. A scheduled post with a problem, which may not be published, is "At
 * risk".
 */
export function statusWords({ status, problem }: Pick<Schedule, 'status' | 'problem'>) {
  const words = scheduleStatuses[status]
  return status === 'scheduled' && problem !== null ? { ...words, label: 'At risk', color: 'orange' as const } : words
}
