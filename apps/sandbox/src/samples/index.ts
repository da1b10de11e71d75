import { Router } from 'express'
import { escapeHtml, renderPage } from '../html.ts'
import { keysOf } from '../json.ts'
import { drawImage, IMAGE_FORMATS } from './images.ts'
import { makeVideo } from './mp4.ts'

/** A sample media file, which tests and users can publish by its URL. */
export interface Sample {
  bytes: Buffer
  contentType: string
}

const SHORT_NAMES: Record<string, string> = {
  'photo.jpg': 'photo-1080x1350.jpg',
  'photo.png': 'photo-800x600.png',
  'photo.webp': 'photo-1200x630.webp',
  'photo.gif': 'photo-320x240.gif',
  'video.mp4': 'video-720x1280-6s.mp4',
}
const WORTH_LISTING = [
  ...Object.keys(SHORT_NAMES),
  'photo-1080x1080.jpg',
  'photo-1080x1920.jpg',
  'photo-1920x1080.jpg',
  'photo-4000x3000.jpg',
  'photo-200x200.jpg',
  'photo-1600x400.jpg',
  'photo-1080x1080-located.jpg',
  'video-1280x720-5s.mp4',
  'video-1080x1080-4s.mp4',
  'video-720x1280-1s.mp4',
  'video-720x1280-90s.mp4',
  'video-720x1280-6s-60mb.mp4',
  'no-image.jpg',
]
const IMAGE_NAME = /^photo-(\d{1,4})x(\d{1,4})(-located)?\.(jpg|png|webp|gif)$/
const VIDEO_NAME = /^video-(\d{1,4})x(\d{1,4})-(\d{1,3})s(?:-(\d{1,3})mb)?\.mp4$/
const MAX_SIDE = 6_000
const MAX_VIDEO_SIDE = 4_096

async function make(name: string): Promise<Sample | undefined> {
  if (name === 'no-image.jpg') return { bytes: Buffer.from('<p>Not an image</p>'), contentType: 'image/jpeg' }
  const image = IMAGE_NAME.exec(name)
  if (image !== null) {
    const [width, height] = [Number(image[1]), Number(image[2])]
    if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE) return undefined
    const format = keysOf(IMAGE_FORMATS).find((known) => known === image[4])
    if (format === undefined) return undefined
    const bytes = await drawImage({ width, height, format, located: image[3] !== undefined })
    return { bytes, contentType: IMAGE_FORMATS[format] }
  }
  const videoFile = VIDEO_NAME.exec(name)
  if (videoFile === null) return undefined
  const [width = 0, height = 0, seconds = 0, megabytes = 0] = videoFile.slice(1).map((digits) => Number(digits ?? 0))
  const sides = [width, height]
  if (seconds < 1 || sides.some((side) => side < 16 || side > MAX_VIDEO_SIDE || side % 2 > 0)) return undefined
  return { bytes: makeVideo({ width, height, seconds, minBytes: megabytes * 1_000_000 }), contentType: 'video/mp4' }
}

/**
 * Creates a lookup of sample files by name, such as `photo-1080x1350.jpg` or `video-1080x1920-12s.mp4`, and a router
 * that serves them. `get` resolves with undefined for an invalid name. The files that the router's start page lists are
 * made once and stay in memory. All others are made for each request.
 */
export function createSamples(): { get(name: string): Promise<Sample | undefined>; router: Router } {
  const made = new Map<string, Promise<Sample | undefined>>()

  function get(asked: string): Promise<Sample | undefined> {
    const name = SHORT_NAMES[asked] ?? asked
    const sample = made.get(name) ?? make(name)
    // Only what is listed is kept, so that asking for every size there is does not fill the memory.
    if (WORTH_LISTING.includes(asked) || WORTH_LISTING.includes(name)) {
      made.set(name, sample)
      sample.catch(() => made.delete(name))
    }
    return sample
  }

  const router = Router()
  router.get('/', (_request, response) => {
    const items = WORTH_LISTING.map((name) => `<li><a href="/samples/${name}">${escapeHtml(name)}</a></li>`)
    const rules = [
      'photo-{width}x{height}[-located].{jpg|png|webp|gif}: any size up to 6000 pixels a side; “located” carries a place in its EXIF data.',
      'video-{width}x{height}-{seconds}s[-{n}mb].mp4: even sizes from 16 to 4096 pixels; “-60mb” fills the file up to 60 megabytes.',
    ].map((rule) => `<p>${escapeHtml(rule)}</p>`)
    response.send(renderPage('Samples', `<h1>Samples</h1><ul>${items.join('')}</ul>${rules.join('')}`))
  })
  router.get('/:name', async (request, response) => {
    const sample = await get(request.params.name)
    if (sample === undefined) return void response.status(404).json({ error: 'not_found', message: 'No such sample' })
    response.type(sample.contentType).set('X-Content-Type-Options', 'nosniff').send(sample.bytes)
  })
  return { get, router }
}
