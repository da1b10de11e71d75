import { useSyncExternalStore } from 'react'

const everyMs = 30_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = Date.now()
    timer = setInterval(tick, everyMs)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * The current time in ms since 1970, from one clock that all components share. It is updated, and the component
 * rendered, when the first component begins to use it and every 30 seconds from then on.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
