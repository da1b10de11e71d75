import { useSyncExternalStore } from 'react'
import { type FileUpload, startUpload, type UploadState } from './file-upload.ts'
import { createTusClient, type PublishedFile } from './tus-client.ts'

const uploads = new WeakMap<File, FileUpload>()

const tus = createTusClient((url, init) => fetch(url, init))

/** Waits `ms` milliseconds, or until the browser is online again if that is earlier. Rejects when the signal aborts. */
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

/** The ids of uploads of an earlier visit, keyed by the file that continues each. */
const earlier = new WeakMap<File, string>()

/**
 * The upload of a file. The first call for a `File` object starts it; after `discardUpload`, the next call starts a new
 * one.
 */
export function uploadOf(file: File): FileUpload {
  const upload = uploads.get(file) ?? startUpload(file, { tus, wait, uploadId: earlier.get(file) ?? null })
  uploads.set(file, upload)
  return upload
}

/**
 * Makes a file continue the upload of an earlier visit, once `uploadOf` starts it. Call it before the first `uploadOf`
 * of the file; later it has no effect. An upload that has expired is created again.
 */
export function uploadFrom(file: File, uploadId: string): void {
  earlier.set(file, uploadId)
}

/** The id of a file's upload; null until the service has created one. Does not start the upload. */
export function knownUploadId(file: File): string | null {
  return uploads.get(file)?.state.uploadId ?? earlier.get(file) ?? null
}

/**
 * Creates a complete upload of a file that a publish has stored, and returns its id. Throws `ApiError`, such as if the
 * service no longer keeps the file or the upload quota is used up.
 */
export function uploadFromPublish(file: PublishedFile): Promise<string> {
  return tus.createFrom(file)
}

/** Reads the file of a complete upload. Throws if the response is not 2xx, such as for an upload that has expired. */
export async function readUploaded(uploadId: string): Promise<Blob> {
  const response = await fetch(`/dashboard/uploads/${uploadId}`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`The service responded with status ${response.status}.`)
  return response.blob()
}

/** Deletes an upload of an earlier visit. Throws `ApiError`, with `upload_not_found` if it does not exist any more. */
export async function removeUpload(uploadId: string): Promise<void> {
  await tus.remove(uploadId)
}

/**
 * Stops the upload of a file that this visit has started, and deletes it at the service. Does nothing for other files.
 */
export function discardUpload(file: File): void {
  uploads.get(file)?.discard()
  uploads.delete(file)
}

/** The upload of a file and its state, kept up to date. Starts the upload if it has not been started. */
export function useUpload(file: File): { upload: FileUpload; state: UploadState } {
  const upload = uploadOf(file)
  return { upload, state: useSyncExternalStore(upload.subscribe, () => upload.state) }
}

/**
 * A number read from the states of several uploads, kept up to date; starts uploads that have not been started. A
 * number, since an equal one causes no rendering.
 */
function useOfUploads(files: readonly File[], read: (states: readonly UploadState[]) => number): number {
  const subscribe = (listener: () => void) => {
    const ends = files.map((file) => uploadOf(file).subscribe(listener))
    return () => {
      for (const end of ends) end()
    }
  }
  return useSyncExternalStore(subscribe, () => read(files.map((file) => uploadOf(file).state)))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** The number of these files whose upload is complete. */
export function useCompleteUploads(files: readonly File[]): number {
  return useOfUploads(files, (states) => states.filter(({ status }) => status === 'complete').length)
}

/** The number of these files whose upload has an id from the service. */
export function useKnownUploads(files: readonly File[]): number {
  return useOfUploads(files, (states) => states.filter(({ uploadId }) => uploadId !== null).length)
}

/**
 * The percentage, 0 to 100 rounded down, of the bytes of all these files together that have arrived; 100 without any
 * bytes. It changes often: only small components read it.
 */
export function useUploadPercent(files: readonly File[]): number {
  return useOfUploads(files, (states) => {
    const bytes = sum(states.map((state) => state.bytes))
    return bytes === 0 ? 100 : Math.floor((100 * sum(states.map(({ sent }) => sent))) / bytes)
  })
}
