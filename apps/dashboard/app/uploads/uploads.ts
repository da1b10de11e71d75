import { useSyncExternalStore } from 'react'
import { type FileUpload, startUpload, type UploadState } from './file-upload.ts'
import { createTusClient, type PublishedFile } from './tus-client.ts'

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

/** Uploads of an earlier visit that files continue. */
const earlier = new WeakMap<File, string>()

/** The upload of a file, started at the first call. */
export function uploadOf(file: File): FileUpload {
  const upload = uploads.get(file) ?? startUpload(file, { tus, wait, uploadId: earlier.get(file) ?? null })
  uploads.set(file, upload)
  return upload
}

/** Has a file continue the upload of an earlier visit. One that has expired is created again. */
export function uploadFrom(file: File, uploadId: string): void {
  earlier.set(file, uploadId)
}

/** The id of the upload of a file, if it is known by now; it is not started. */
export function knownUploadId(file: File): string | null {
  return uploads.get(file)?.state.uploadId ?? earlier.get(file) ?? null
}

/** Makes an upload of a file that a publish has stored. Throws if it is not kept any more. */
export function uploadFromPublish(file: PublishedFile): Promise<string> {
  return tus.createFrom(file)
}

/** The bytes of a complete upload. */
export async function readUploaded(uploadId: string): Promise<Blob> {
  const response = await fetch(`/dashboard/uploads/${uploadId}`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`The service responded with status ${response.status}.`)
  return response.blob()
}

/** Deletes an upload of an earlier visit. */
export async function removeUpload(uploadId: string): Promise<void> {
  await tus.remove(uploadId)
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

/** A value of several uploads, kept up to date. Equal ones cause no rendering, so it is a number. */
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

/** How many uploads are complete. */
export function useCompleteUploads(files: readonly File[]): number {
  return useOfUploads(files, (states) => states.filter(({ status }) => status === 'complete').length)
}

/** Of how many uploads the service has told the id. */
export function useKnownUploads(files: readonly File[]): number {
  return useOfUploads(files, (states) => states.filter(({ uploadId }) => uploadId !== null).length)
}

/** Percent of the bytes of all uploads that have arrived. It changes often: only small components read it. */
export function useUploadPercent(files: readonly File[]): number {
  return useOfUploads(files, (states) => {
    const bytes = sum(states.map((state) => state.bytes))
    return bytes === 0 ? 100 : Math.floor((100 * sum(states.map(({ sent }) => sent))) / bytes)
  })
}
