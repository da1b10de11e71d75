/**
 * The facts that the browser knows of a file without sending it, in the form that the validation takes. `durationMs` is
 * null for images, and if unknown.
 */
export interface FileFacts {
  contentType: string
  bytes: number
  /** In pixels as displayed; null if the browser cannot show the file. */
  width: number | null
  height: number | null
  durationMs: number | null
}

type Shown = Pick<FileFacts, 'width' | 'height' | 'durationMs'>

const unknown: Shown = { width: null, height: null, durationMs: null }

const known = new WeakMap<File, Promise<FileFacts>>()

function ofImage(url: string): Promise<Shown> {
  const image = new Image()
  return new Promise((resolve) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight, durationMs: null })
    image.onerror = () => resolve(unknown)
    image.src = url
  })
}

function ofVideo(url: string): Promise<Shown> {
  const video = document.createElement('video')
  video.preload = 'metadata'
  video.muted = true
  return new Promise((resolve) => {
    video.onloadedmetadata = () => {
      const { videoWidth, videoHeight, duration } = video
      const durationMs = Number.isFinite(duration) ? Math.round(duration * 1000) : null
      resolve({ width: videoWidth || null, height: videoHeight || null, durationMs })
    }
    video.onerror = () => resolve(unknown)
    video.src = url
  })
}

async function read(file: File): Promise<FileFacts> {
  const { type: contentType, size: bytes } = file
  const url = URL.createObjectURL(file)
  try {
    const shown = await (contentType.startsWith('video/') ? ofVideo(url) : ofImage(url))
    return { contentType, bytes, ...shown }
  } finally {
    URL.revokeObjectURL(url)
  }
}

/**
 * The facts about a file, which is read once; of a video, only its metadata. Resolves also for files that the browser
 * cannot show.
 */
export function factsOf(file: File): Promise<FileFacts> {
  const facts = known.get(file) ?? read(file)
  known.set(file, facts)
  return facts
}
