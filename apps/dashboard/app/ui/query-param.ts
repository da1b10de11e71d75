import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/**
 * A value in the query string, so that a URL shows a colleague the same thing: a filter, a chosen account. Null if it is
 * absent. A change adds no entry to the history of the browser.
 */
export function useQueryParam(name: string): [value: string | null, set: (value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string | null) =>
      setParams(
        () => {
          // The query string as it is now: several values can be set in a row, before the page is drawn again.
          const next = new URLSearchParams(window.location.search)
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [name, setParams],
  )
  return [params.get(name), set]
}
