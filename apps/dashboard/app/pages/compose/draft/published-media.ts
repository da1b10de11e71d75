import { isApiError, type Publish } from '@carillon/client'
import { api } from '../../../data/api.ts'
import { readUploaded, uploadFrom, uploadFromPublish } from '../../../uploads/uploads.ts'
import type { DraftMedia } from './draft.ts'
import { mediaOfFile } from './media-file.ts'

type PublishedMedia = Publish['media'][number]

/** An item of a publish, and to which post of its thread it belongs; the first is 0. */
export interface RestoredMedia {
  part: number
  media: DraftMedia
}

const partOf = ([first, index]: readonly string[]) => (first === 'thread' ? Number(index) + 1 : 0)

/** Names as files have them, as the publish does not keep those. */
const nameOf = (contentType: string, number: number) => {
  const ending = contentType.split('/')[1]?.replace('jpeg', 'jpg').replace('quicktime', 'mov') ?? ''
  return `${contentType.split('/')[0]}-${number}.${ending}`
}

/** An upload as media of a draft. Images are read back, as some networks take their bytes only; videos stay there. */
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

/** An item that the service still has, without sending it again; null if it has not. */
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

/** The media of a publish that the service still has, in their order. */
export async function restoreMedia({ publishId, media }: Pick<Publish, 'publishId' | 'media'>) {
  const found: RestoredMedia[] = []
  for (const [index, item] of media.entries()) {
    const one = await restored(publishId, item, index + 1)
    if (one) found.push(one)
  }
  return found
}
