import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { exactTime, relativeTime } from './time-words.ts'

const everyMs = 30_000

/** A point in time as words such as "5 minutes ago"; the exact one, in the viewer's zone, on hover and focus. */
export function Time({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Tooltip
      label={exactTime(at)}
      events={{ hover: true, focus: true, touch: true }}
      // Within the landmark of the page, as all of its contents.
      portalProps={{ target: '#page' }}
    >
      <time dateTime={at}>{relativeTime(at, now)}</time>
    </Tooltip>
  )
}
