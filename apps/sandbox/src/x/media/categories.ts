const MIB = 1024 * 1024

type Kind = 'image' | 'gif' | 'video' | 'subtitles'

const IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const VIDEOS = ['video/mp4', 'video/quicktime', 'video/webm']

/**
 * The accepted types and the maximum size in bytes of each kind of media.
 * @see https://docs.x.com/x-api/media/quickstart/best-practices (read 2026-11-20)
 */
export const KINDS: Record<Kind, { contentTypes: readonly string[]; maxBytes: number }> = {
  image: { contentTypes: IMAGES, maxBytes: 5 * MIB },
  gif: { contentTypes: ['image/gif'], maxBytes: 15 * MIB },
  video: { contentTypes: VIDEOS, maxBytes: 512 * MIB },
  subtitles: { contentTypes: ['text/srt', 'text/vtt'], maxBytes: MIB },
}

/** The kind of media and the prefix of its media key, such as `3` in `3_1234`, keyed by X's media category. */
export const CATEGORIES: Record<string, { kind: Kind; key: string }> = {
  tweet_image: { kind: 'image', key: '3' },
  tweet_gif: { kind: 'gif', key: '16' },
  tweet_video: { kind: 'video', key: '7' },
  amplify_video: { kind: 'video', key: '13' },
  dm_image: { kind: 'image', key: '3' },
  dm_gif: { kind: 'gif', key: '16' },
  dm_video: { kind: 'video', key: '7' },
  subtitles: { kind: 'subtitles', key: '2' },
}

export const CHUNKED_CATEGORIES = Object.keys(CATEGORIES)
export const ONE_SHOT_CATEGORIES = CHUNKED_CATEGORIES.filter((category) => category !== 'amplify_video')

export const MEDIA_TYPES = [
  ...['video/mp4', 'video/webm', 'video/mp2t', 'video/quicktime', 'text/srt', 'text/vtt', 'image/jpeg', 'image/gif'],
  ...['image/bmp', 'image/png', 'image/webp', 'image/pjpeg', 'image/tiff', 'model/gltf-binary', 'model/vnd.usdz+zip'],
]

/**
 * Returns the media category for a media type, for a client that announces no category: `tweet_gif`, `tweet_video`, or
 * `tweet_image` for any other type and for null.
 */
export function categoryFor(mediaType: string | null): string {
  if (mediaType === 'image/gif') return 'tweet_gif'
  return mediaType?.startsWith('video/') ? 'tweet_video' : 'tweet_image'
}
