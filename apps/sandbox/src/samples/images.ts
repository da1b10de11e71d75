import sharp from 'sharp'

export const IMAGE_FORMATS = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' } as const
export type ImageFormat = keyof typeof IMAGE_FORMATS

function landscape(width: number, height: number): string {
  const [sun, hill] = [Math.min(width, height) / 6, height * 0.62]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#2b5876"/><stop offset="1" stop-color="#f7b267"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#sky)"/><circle cx="${width * 0.7}" cy="${height * 0.35}" r="${sun}" fill="#fff3c4"/>
<path d="M0 ${hill} Q ${width / 4} ${hill - sun} ${width / 2} ${hill} T ${width} ${hill - sun / 2} V ${height} H 0 Z" fill="#355c3a"/>
<path d="M0 ${height * 0.8} Q ${width / 3} ${hill} ${width} ${height * 0.85} V ${height} H 0 Z" fill="#1f3d26"/></svg>`
}

/**
 * The height in pixels of the strip of random grain that is repeated over an image: making random data is slow, and
 * repeating it at this distance does not make the file smaller.
 */
const STRIP_HEIGHT = 128

/**
 * Draws an image of a landscape in a size (pixels) and returns the bytes of its file. `located` adds GPS coordinates to
 * its EXIF data, which it otherwise does not have.
 */
export async function drawImage(selection: {
  width: number
  height: number
  format: ImageFormat
  located?: boolean
}): Promise<Buffer> {
  const { width, height, format, located = false } = selection
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const
  const strip = { width, height: Math.min(height, STRIP_HEIGHT), channels: 3 } as const
  const grain = await sharp({ create: { ...strip, background: '#000', noise } })
    .raw()
    .toBuffer()
  const layer = { input: grain, raw: strip, tile: true, blend: 'soft-light' } as const
  let image = sharp(Buffer.from(landscape(width, height))).composite([layer])
  if (located) {
    image = image.withExif({
      IFD0: { Make: 'Sandbox', Model: 'Sample' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 18/1',
      },
    })
  }
  return format === 'jpg' ? image.jpeg({ quality: 85 }).toBuffer() : image.toFormat(format).toBuffer()
}
