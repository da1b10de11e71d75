import { createSingleFlight } from '../process-state/single-flight.ts'

/** The number of milliseconds for which the result of a scrape is kept. */
const keptMs = 1_000

/**
 * Returns a function that resolves with the text of `read` in UTF-8. Calls at the same time share one `read`, and the
 * result is kept for a second after it began: the text of a busy process has a megabyte, takes tens of milliseconds to
 * compute, and can be requested without a key. All calls get the same buffer, which must not be changed. An error is
 * not kept.
 * @param options.keptMs milliseconds for which the result is kept; 1000 if omitted. Set only by tests.
 */
export function sharedScrape(
  read: () => Promise<string>,
  { now, ...options }: { now: () => Date; keptMs?: number },
): () => Promise<Buffer> {
  const maxAge = options.keptMs ?? keptMs
  const scrapes = createSingleFlight<Buffer>()
  let kept: { bytes: Buffer; at: number } | null = null
  const compute = async (at: number) => {
    const bytes = Buffer.from(await read())
    kept = { bytes, at }
    return bytes
  }
  return async () => {
    const at = now().getTime()
    const age = kept === null ? -1 : at - kept.at
    if (kept !== null && age >= 0 && age < maxAge) return kept.bytes
    return scrapes.share('metrics', () => compute(at))
  }
}
