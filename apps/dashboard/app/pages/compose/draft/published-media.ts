import { isApiError, type Publish } from '@carillon/client'
import { api } from '../../../data/api.ts'
import { readUploaded, uploadFrom, uploadFromPublish } from '../../../uploads/uploads.ts'
import type { DraftMedia } from './draft.ts'
import { mediaOfFile } from './media-file.ts'

type PublishedMedia = Publish['media'][number]

/** A media item that was restored from a publish. `part` is the post of its thread: 0 for the first. */
export interface RestoredMedia {
  part: number
  media: DraftMedia
}

const partOf = ([first, index]: readonly string[]) => (first === 'thread' ? Number(index) + 1 : 0)

/** A file name made of the content type and a number, such as `image-1.jpg`, since publishes do not keep names. */
const nameOf = (contentType: string, number: number) => {
  const ending = contentType.split('/')[1]?.replace('jpeg', 'jpg').replace('quicktime', 'mov') ?? ''
  return `${contentType.split('/')[0]}-${number}.${ending}`
}

/**
 * Makes a media item of a complete upload. An image is downloaded, since some networks take its bytes only; a video is
 * not, and is referred to by its upload.
 */
async function mediaOf(uploadId: string, number: number): Promise<DraftMedia> {
  const { data } = await api.get('/uploads/{uploadId}', { path: { uploadId } })
  const { bytes, width, height, durationMs } = data
  const contentType = data.contentType ?? ''
  const name = nameOf(contentType, number)
  if (contentType.startsWith('image/')) {
    const file = new File([await readUploaded(uploadId)], name, { type: contentType })
    uploadFrom(file, uploadId)
    return mediaOfFile(file)
  }
  const facts = { contentType, bytes, width, height, durationMs }
  const shown = { poster: null, previewUrl: null, altText: '', tags: [] }
  return { id: crypto.randomUUID(), kind: 'video', source: { upload: { uploadId, name } }, facts, ...shown }
}

/**
 * Restores an item of a publish as an upload, without sending its bytes; null if the service no longer has the file or
 * the upload quota is used up. Throws any other error.
 */
async function restored(publishId: string, { path, bytes }: PublishedMedia, number: number) {
  if (bytes === null) return null
  try {
    const uploadId = await uploadFromPublish({ publishId, path: path.join('.'), bytes })
    return { part: partOf(path), media: await mediaOf(uploadId, number) }
  } catch (error) {
    // Files are kept for a time after the publish has ended, and the quota of uploads may be used up.
    if (isApiError(error, 'upload_not_found') || isApiError(error, 'upload_quota_exceeded')) return null
    throw error
  }
}

/**
 * Restores the media of a publish, in order. Items that cannot be restored are left out. Throws other errors of the
 * API.
 */
export async function restoreMedia({ publishId, media }: Pick<Publish, 'publishId' | 'media'>) {
  const found: RestoredMedia[] = []
  for (const [index, item] of media.entries()) {
    const one = await restored(publishId, item, index + 1)
    if (one) found.push(one)
  }
  return found
}
