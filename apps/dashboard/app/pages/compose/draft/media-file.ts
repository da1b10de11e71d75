import { factsOf } from '../../../uploads/file-facts.ts'
import type { DraftMedia, MediaKind } from './draft.ts'

/** The longest side of a poster in pixels. */
const posterSide = 480

function scaled(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, posterSide / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Draws an image or a video frame as a JPEG with sides of up to 480 pixels. Null if the browser cannot; rejects if the
 * source cannot be drawn.
 */
async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, scaled(width, height))
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
}

/** The first frame of the video at a URL, as a small JPEG; null if the browser cannot show it. */
function frameOf(url: string): Promise<Blob | null> {
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto' })
  return new Promise((resolve) => {
    video.onerror = () => resolve(null)
    video.onloadeddata = () => drawn(video, video.videoWidth, video.videoHeight).then(resolve, () => resolve(null))
    video.src = url
  })
}

/**
 * Makes a media item of a file, with what the browser can read of it. A type other than `video/…` counts as an image.
 */
export async function mediaOfFile(file: File): Promise<DraftMedia> {
  const kind: MediaKind = file.type.startsWith('video/') ? 'video' : 'image'
  const previewUrl = URL.createObjectURL(file)
  // An image is kept whole, so that only videos have a poster.
  const [facts, poster] = await Promise.all([factsOf(file), kind === 'video' ? frameOf(previewUrl) : null])
  return { id: crypto.randomUUID(), kind, source: { file }, facts, poster, previewUrl, altText: '', tags: [] }
}
