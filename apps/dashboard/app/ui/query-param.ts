import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/**
 * A value in the query string, such as a filter, so that a URL shows a colleague the same; null if it is absent.
 * Setting null or an empty text removes it. A change adds no entry to the browser's history.
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
