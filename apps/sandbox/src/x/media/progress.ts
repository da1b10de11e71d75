import type { Upload } from '../state.ts'

const PENDING_SHARE = 0.25

/**
 * Returns whether a post can use the upload at `now` (ms since the epoch): it is finalized, and its processing, if any,
 * has succeeded.
 */
export function isReady({ file }: Upload, now: number): boolean {
  return file !== null && file.failure === null && (file.work === null || file.work.until <= now)
}

/**
 * Returns the `processing_info` of an upload at `now` (ms since the epoch); undefined if the upload is not finalized or
 * needs no processing.
 */
export function processingInfo({ file }: Upload, now: number): Record<string, unknown> | undefined {
  if (!file?.work) return undefined
  const { from, until } = file.work
  const share = until === from ? 1 : Math.min(1, (now - from) / (until - from))
  const wait = { check_after_secs: Math.max(1, Math.ceil((until - now) / 1000)) }
  if (share < PENDING_SHARE) return { state: 'pending', ...wait }
  if (share < 1) return { state: 'in_progress', ...wait, progress_percent: Math.floor(share * 100) }
  if (file.failure !== null) return { state: 'failed', progress_percent: 100, error: file.failure }
  return { state: 'succeeded', progress_percent: 100 }
}
