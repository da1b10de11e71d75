import { useEffect, useState } from 'react'

const keyOf = (accountId: string) => `carillon-comments-seen-${accountId}`

/**
 * When the comments of an account were last opened in this browser (ISO 8601); null for the first time. The value stays
 * the same while the page is open, so that comments that are newer stay unread.
 */
export function useLastVisit(accountId: string): string | null {
  const [before, setBefore] = useState<string | null>(null)
  useEffect(() => {
    setBefore(localStorage.getItem(keyOf(accountId)))
    localStorage.setItem(keyOf(accountId), new Date().toISOString())
  }, [accountId])
  return before
}
