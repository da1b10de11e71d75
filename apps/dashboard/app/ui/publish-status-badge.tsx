import type { PublishStatus } from '@carillon/client'
import { publishStatuses } from './publish-statuses.ts'
import { StatusBadge } from './status-badge.tsx'

export function PublishStatusBadge({ status }: { status: PublishStatus }) {
  const { label, color } = publishStatuses[status]
  return <StatusBadge color={color}>{label}</StatusBadge>
}
