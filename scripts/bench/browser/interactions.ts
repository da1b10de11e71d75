import type { Page } from 'playwright-core'

/** The browser reports no event that took less; such an interaction counts as this long. */
const leastMs = 16

// What runs in the page is text: it is not of this program.
const observe = `(() => {
  const noted = { count: 0, durations: new Map() }
  globalThis.interactionsOfBench = noted
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => noted.count++, { capture: true })
  const note = (list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) noted.durations.set(interactionId, Math.max(duration, noted.durations.get(interactionId) ?? 0))
    }
  }
  const observer = new PerformanceObserver(note)
  observer.observe({ type: 'event', durationThreshold: ${leastMs}, buffered: true })
  globalThis.takeInteractions = async () => {
    // An event is reported after the frame that it led to.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    note({ getEntries: () => observer.takeRecords() })
    return { count: noted.count, durations: [...noted.durations.values()] }
  }
})()`

/** Has every page of the context from now on note how long its interactions take until the next frame. */
export async function observeInteractions(page: Page): Promise<void> {
  await page.addInitScript(observe)
}

/**
 * Milliseconds from each press of a key or button until the frame that shows what it led to, as Event Timing has them,
 * since the page was loaded.
 */
export async function interactionsOf(page: Page): Promise<number[]> {
  const { count, durations } = await page.evaluate<{ count: number; durations: number[] }>('takeInteractions()')
  return [...durations, ...Array.from({ length: Math.max(0, count - durations.length) }, () => leastMs)]
}
