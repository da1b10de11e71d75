import type { StatusColor } from '../../ui/status-badge.tsx'
import type { AdAccount } from './use-ads.ts'

/** A name of the API as words: `pending_review` becomes "Pending review". */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const accountColors: Readonly<Partial<Record<AdAccount['status'], StatusColor>>> = {
  active: 'green',
  disabled: 'red',
  closed: 'gray',
  unknown: 'gray',
}

export const accountColor = (status: AdAccount['status']): StatusColor => accountColors[status] ?? 'orange'

const objectColors: Readonly<Record<string, StatusColor>> = {
  active: 'green',
  paused: 'gray',
  campaign_paused: 'gray',
  adset_paused: 'gray',
  archived: 'gray',
  deleted: 'gray',
  pending_review: 'blue',
  in_process: 'blue',
  disapproved: 'red',
  with_issues: 'red',
}

export const objectColor = (effectiveStatus: string): StatusColor => objectColors[effectiveStatus] ?? 'orange'
