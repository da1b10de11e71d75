import type { Account } from '@carillon/client'
import { type HealthState, healthOf } from '../data/account-health.ts'
import { useFacts } from '../data/facts.ts'
import { StatusBadge, type StatusColor } from './status-badge.tsx'

const colors: Readonly<Record<HealthState, StatusColor>> = {
  expired: 'red',
  setup_incomplete: 'orange',
  action_needed: 'orange',
  limited: 'yellow',
  ok: 'green',
}

/** The health of an account, in one to three words. */
export function HealthBadge({ account }: { account: Account }) {
  const { state, label } = healthOf(account, useFacts())
  return <StatusBadge color={colors[state]}>{label}</StatusBadge>
}
