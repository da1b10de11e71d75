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
  timer ??= setInterval(tick, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time now, as one clock has it for all that show times; it ticks twice a minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
