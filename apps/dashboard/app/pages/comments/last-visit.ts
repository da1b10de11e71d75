import { useEffect, useState } from 'react'

const keyOf = (accountId: string) => `carillon-comments-seen-${accountId}`

/**
 * When the comments of an account were last looked at in this browser; null for the first time. What came since is
 * unread for as long as the page stays open.
 */
export function useLastVisit(accountId: string): string | null {
  const [before, setBefore] = useState<string | null>(null)
  useEffect(() => {
    setBefore(localStorage.getItem(keyOf(accountId)))
    localStorage.setItem(keyOf(accountId), new Date().toISOString())
  }, [accountId])
  return before
}
