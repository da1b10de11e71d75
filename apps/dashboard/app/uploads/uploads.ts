import { useSyncExternalStore } from 'react'
import { type FileUpload, startUpload, type UploadState } from './file-upload.ts'
import { createTusClient } from './tus-client.ts'

const uploads = new WeakMap<File, FileUpload>()

const tus = createTusClient((url, init) => fetch(url, init))

/** Waits, but not longer than until the connection is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}

/** The upload of a file, started at the first call. */
export function uploadOf(file: File): FileUpload {
  const upload = uploads.get(file) ?? startUpload(file, { tus, wait })
  uploads.set(file, upload)
  return upload
}

/** Stops the upload of a file and deletes it. */
export function discardUpload(file: File): void {
  uploads.get(file)?.discard()
  uploads.delete(file)
}

/** The state of the upload of a file, kept up to date. */
export function useUpload(file: File): { upload: FileUpload; state: UploadState } {
  const upload = uploadOf(file)
  return { upload, state: useSyncExternalStore(upload.subscribe, () => upload.state) }
}

export interface UploadTotals {
  /** Uploads that are not complete. */
  open: number
  /** Uploads that are complete. */
  complete: number
  /** Percent of all bytes that have arrived. */
  percent: number
}

/** The progress of several uploads as text, which is equal as long as nothing of it changes. */
function totalsOf(files: readonly File[]): string {
  const states = files.map((file) => uploadOf(file).state)
  const complete = states.filter(({ status }) => status === 'complete').length
  const [sent, bytes] = [
    states.reduce((sum, one) => sum + one.sent, 0),
    states.reduce((sum, one) => sum + one.bytes, 0),
  ]
  return [states.length - complete, complete, bytes === 0 ? 100 : Math.floor((100 * sent) / bytes)].join()
}

/** The progress of the uploads of several files together, kept up to date. */
export function useUploadTotals(files: readonly File[]): UploadTotals {
  const subscribe = (listener: () => void) => {
    const ends = files.map((file) => uploadOf(file).subscribe(listener))
    return () => {
      for (const end of ends) end()
    }
  }
  const text = useSyncExternalStore(subscribe, () => totalsOf(files))
  const [open = 0, complete = 0, percent = 0] = text.split(',').map(Number)
  return { open, complete, percent }
}
