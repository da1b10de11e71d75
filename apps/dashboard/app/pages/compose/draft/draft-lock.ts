import { useCallback, useEffect, useRef, useState } from 'react'

const prefix = 'draft '

/** The requests of this tab for the locks of drafts, by draft id; each settles once the lock is released. */
const own = new Map<string, Promise<unknown>>()

/** The ids of the drafts that are open in other tabs of this browser. */
export async function draftsElsewhere(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query()
  const ids = held.map(({ name = '' }) => name).filter((name) => name.startsWith(prefix))
  return new Set(ids.map((name) => name.slice(prefix.length)).filter((id) => !own.has(id)))
}

/** Whether a draft can be changed in this tab: `waiting` until that is known, `elsewhere` if another tab has it. */
export type DraftLock = 'waiting' | 'held' | 'elsewhere'

interface Hold {
  isTaken: boolean
  signal: AbortSignal
  onState(state: DraftLock): void
  /** Called with the lock, before the state is `held`. */
  prepare(): Promise<unknown>
}

/**
 * Holds the lock of a draft until `signal` aborts, or another tab takes it. With `isTaken`, it is taken from another
 * tab; otherwise the state is `elsewhere` if one has it.
 */
async function hold(id: string, { isTaken, signal, onState, prepare }: Hold): Promise<void> {
  const work = async (lock: Lock | null) => {
    if (signal.aborted) return
    if (lock === null) return onState('elsewhere')
    await prepare()
    if (signal.aborted) return
    onState('held')
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  // The lock of an earlier visit of the page in this tab is released a moment after it.
  await own.get(id)?.catch(() => {})
  const request = navigator.locks.request(`${prefix}${id}`, isTaken ? { steal: true } : { ifAvailable: true }, work)
  own.set(id, request)
  try {
    await request
  } catch (error) {
    // Another tab has taken it.
    if (!signal.aborted) onState('elsewhere')
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  } finally {
    if (own.get(id) === request) own.delete(id)
  }
}

/**
 * Reserves a draft for this tab, since two tabs would overwrite each other's changes and could publish it twice.
 * `prepare` is called once the draft is reserved, before the state is `held`; pass the same function at each rendering.
 * `take` takes the draft from another tab, where it can no longer be changed then. Nothing is reserved while `id` is
 * null.
 */
export function useDraftLock(id: string | null, prepare: () => Promise<unknown>): { lock: DraftLock; take(): void } {
  const [state, setState] = useState<{ id: string | null; lock: DraftLock }>({ id, lock: 'waiting' })
  const taken = useRef<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt takes the draft.
  useEffect(() => {
    if (id === null) return
    const isTaken = taken.current === id
    taken.current = null
    const end = new AbortController()
    const onState = (lock: DraftLock) => setState({ id, lock })
    hold(id, { isTaken, signal: end.signal, onState, prepare }).catch(reportError)
    return () => end.abort()
  }, [id, attempt, prepare])
  const take = useCallback(() => {
    taken.current = id
    setAttempt((before) => before + 1)
  }, [id])
  return { lock: state.id === id ? state.lock : 'waiting', take }
}
