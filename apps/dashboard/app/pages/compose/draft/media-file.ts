import { factsOf } from '../../../uploads/file-facts.ts'
import type { DraftMedia, MediaKind } from './draft.ts'

/** The longest side of a poster in pixels. */
const posterSide = 480

function scaled(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, posterSide / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws an image small enough to be kept with a draft. */
async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, scaled(width, height))
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
}

/** The first frame that a video shows. */
function frameOf(url: string): Promise<Blob | null> {
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto' })
  return new Promise((resolve) => {
    video.onerror = () => resolve(null)
    video.onloadeddata = () => drawn(video, video.videoWidth, video.videoHeight).then(resolve, () => resolve(null))
    video.src = url
  })
}

/** A file as media of a draft, with what the browser can read of it. */
export async function mediaOfFile(file: File): Promise<DraftMedia> {
  const kind: MediaKind = file.type.startsWith('video/') ? 'video' : 'image'
  const previewUrl = URL.createObjectURL(file)
  // An image is kept whole, so that only videos have a poster.
  const [facts, poster] = await Promise.all([factsOf(file), kind === 'video' ? frameOf(previewUrl) : null])
  return { id: crypto.randomUUID(), kind, source: { file }, facts, poster, previewUrl, altText: '', tags: [] }
}
