import sharp from 'sharp'
import { readFrameRate, readVideoSize } from '../../video-size.ts'
import type { Backend } from '../backend.ts'
import type { Account, Upload, UploadedFile } from '../state.ts'
import { invalid } from '../wire/problem.ts'
import { CATEGORIES, KINDS } from './categories.ts'
import { sniff } from './sniff.ts'

const MIN_MS = 500
const MAX_MS = 140_000
/** The maximum of frames per second, with a margin for rates such as 59.94 that are written rounded. */
const MAX_RATE = 60.1
/** `pixels` is the maximum of all frames together. */
const MAX_GIF = { width: 1280, height: 1080, frames: 350, pixels: 300_000_000 }

type Failure = NonNullable<UploadedFile['failure']>

function failure(message: string): Failure {
  return { code: 1, name: 'InvalidMedia', message }
}

/**
 * Returns the duration of a video and why its processing fails; `failure` is null if it succeeds. WebM files always
 * succeed, with an unknown duration (null).
 */
function judgeVideo(
  bytes: Buffer,
  contentType: string,
  owner: Account,
): { durationMs: number | null; failure: Failure | null } {
  // A WebM is taken as it is: there is no reader for it here.
  if (contentType === 'video/webm') return { durationMs: null, failure: null }
  const video = readVideoSize(bytes)
  if (video === undefined) return { durationMs: null, failure: failure('Unsupported video format') }
  const durationMs = Math.round(video.seconds * 1000)
  const ratio = video.width / video.height
  if (ratio < 1 / 3 || ratio > 3) return { durationMs, failure: failure('Aspect ratio must be between 1:3 and 3:1') }
  if ((readFrameRate(bytes) ?? 0) > MAX_RATE) return { durationMs, failure: failure('Frame rate not supported') }
  const tooLong = durationMs > MAX_MS && !owner.subscriptionType.startsWith('Premium')
  if (durationMs < MIN_MS || tooLong) return { durationMs, failure: failure('Duration not supported') }
  return { durationMs, failure: null }
}

/**
 * Returns why the processing of a GIF fails; null if it succeeds.
 * @see https://docs.x.com/x-api/media/quickstart/best-practices (read 2026-11-20)
 */
async function judgeGif(bytes: Buffer): Promise<Failure | null> {
  const gif = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  if (gif === undefined) return failure('file is not a GIF')
  if (gif.width > MAX_GIF.width || gif.height > MAX_GIF.height) return failure('GIF is larger than 1280x1080')
  const frames = gif.pages ?? 1
  if (frames > MAX_GIF.frames) return failure('GIF has more than 350 frames')
  return gif.width * gif.height * frames > MAX_GIF.pixels ? failure('GIF has more than 300 million pixels') : null
}

/** Throws a `Problem` (400, naming `parameter`) if a size in bytes is not allowed for a media category. */
export function checkSize(category: string, size: number, parameter: string): void {
  const kind = KINDS[CATEGORIES[category]?.kind ?? 'image']
  if (size <= 0 || size > kind.maxBytes) {
    throw invalid(
      parameter,
      `Media size of ${size} bytes is not between 1 and ${kind.maxBytes} for ${category}`,
      String(size),
    )
  }
}

/**
 * Stores the bytes of a complete upload, after detecting their type. Videos and, if `asynchronous` (a chunked upload),
 * GIFs are processed: the result contains the outcome.
 * @throws Problem 400 if the size or the detected type is not allowed for the category, if the type is not the
 *   announced one, or if an image or a GIF that is not processed is invalid
 */
export async function examine(
  backend: Backend,
  {
    upload,
    owner,
    category,
    asynchronous,
  }: { upload: Upload; owner: Account; category: string; asynchronous: boolean },
  bytes: Buffer,
): Promise<UploadedFile> {
  checkSize(category, bytes.length, 'media')
  const kind = CATEGORIES[category]?.kind ?? 'image'
  const contentType = kind === 'subtitles' ? (upload.mediaType ?? 'text/srt') : sniff(bytes)
  if (contentType === undefined || !KINDS[kind].contentTypes.includes(contentType)) {
    throw invalid('media', `The media is no ${category}`, contentType ?? 'unknown')
  }
  const announced = upload.mediaType === 'image/pjpeg' ? 'image/jpeg' : upload.mediaType
  if (announced !== null && announced !== contentType) {
    throw invalid('media_type', `The media is ${contentType}, not ${announced}`, announced)
  }
  const held = await backend.keep(bytes, contentType, upload.altText)
  if (kind === 'image' && (held.width === null || held.height === null))
    throw invalid('media', 'The image cannot be read')
  const video = kind === 'video' ? judgeVideo(bytes, contentType, owner) : { durationMs: null, failure: null }
  const worked = kind === 'video' || (kind === 'gif' && asynchronous)
  const wrong = kind === 'gif' ? await judgeGif(bytes) : video.failure
  if (wrong !== null && !worked) throw invalid('media', wrong.message)
  const from = backend.now()
  return {
    kind: kind === 'video' ? 'video' : kind === 'gif' ? 'animated_gif' : 'photo',
    contentType,
    size: bytes.length,
    held,
    durationMs: video.durationMs,
    work: worked ? { from, until: from + backend.options.processingMs } : null,
    failure: wrong,
  }
}
