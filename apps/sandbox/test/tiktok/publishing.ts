import sharp from 'sharp'
import { makeVideo } from '../../src/samples/mp4.ts'
import type { Double, Envelope, Tokens } from './double.ts'

export const videoUrl = 'http://127.0.0.1:8080/m/video.mp4'
export const photoUrl = (index: number) => `http://127.0.0.1:8080/m/${index}.jpg`

const six = { width: 360, height: 640, seconds: 6 }

const drawn = new Map<string, Buffer>()

export function video(change: Partial<typeof six> = {}): Buffer {
  const selection = { ...six, ...change }
  const key = JSON.stringify(selection)
  const bytes = drawn.get(key) ?? makeVideo(selection)
  drawn.set(key, bytes)
  return bytes
}

export function photo(format: 'jpeg' | 'webp' | 'png' = 'jpeg', size = { width: 1080, height: 1350 }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: '#445566' } })
    .toFormat(format)
    .toBuffer()
}

type Json = Record<string, unknown>

export function publishVideo(
  double: Double,
  tokens: Tokens,
  ask: { info?: Json; body?: Json } = {},
): Promise<Envelope> {
  const body = { video_url: videoUrl, post_info: { ...ask.info }, ...ask.body }
  return double.account(tokens).post('/business/video/publish/', body)
}

export const photoInfo = { privacy_level: 'PUBLIC_TO_EVERYONE', is_brand_organic: false, is_branded_content: false }

export function publishPhotos(
  double: Double,
  tokens: Tokens,
  ask: { info?: Json; body?: Json } = {},
): Promise<Envelope> {
  const body = { photo_images: [photoUrl(0), photoUrl(1)], post_info: { ...photoInfo, ...ask.info }, ...ask.body }
  return double.account(tokens).post('/business/photo/publish/', body)
}

/** Waits until the files are downloaded, and returns the publish status. */
export async function outcome(double: Double, tokens: Tokens, accepted: Envelope) {
  await double.settled()
  const publish_id = accepted.data.share_id
  return (await double.account(tokens).get('/business/publish/status/', { publish_id })).data
}

export async function newestPost(double: Double) {
  return (await double.settled()).posts.at(-1)
}
