import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNow } from './now.ts'
import { exactTime, relativeTime } from './time-words.ts'

/**
 * A time (ISO 8601) in words such as "5 minutes ago", kept up to date. A tooltip with the exact time in the browser's
 * zone appears under the pointer or after a tap; it is created only then, as lists have a time in every row.
 */
export function Time({ at }: { at: string }) {
  // The clock may be half a minute late: a time that is newer must not lie in the future.
  return <Words key={at} at={at} />
}

function Words({ at }: { at: string }) {
  const [mountedAt] = useState(Date.now)
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const close = () => setOpen(false)
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
  const words = (
    <time
      dateTime={at}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
    >
      {relativeTime(at, Math.max(now, mountedAt))}
    </time>
  )
  if (!isOpen) return words
  return (
    // Within the landmark of the page, as all of its contents.
    <Tooltip label={exactTime(at)} opened portalProps={{ target: '#page' }}>
      {words}
    </Tooltip>
  )
}
