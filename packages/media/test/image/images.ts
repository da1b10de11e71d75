import { crc32 } from 'node:zlib'
import sharp, { type OutputInfo } from 'sharp'
import { u32 } from '../probe/videos.ts'
import { randomSource } from '../random-source.ts'

export interface ImageOptions {
  width?: number
  height?: number
  channels?: 3 | 4
  seed?: number
}

/** Pixels that do not compress away, the same ones every time. */
export function noise({ width = 80, height = 60, channels = 3, seed = 1 }: ImageOptions = {}) {
  const random = randomSource(seed)
  const data = Buffer.alloc(width * height * channels)
  for (let at = 0; at < data.length; at++) data[at] = random(256)
  return sharp(data, { raw: { width, height, channels } })
}

export const imageFile = {
  jpeg: (options?: ImageOptions) => noise(options).jpeg().toBuffer(),
  png: (options?: ImageOptions) => noise(options).png().toBuffer(),
  webp: (options?: ImageOptions) => noise(options).webp().toBuffer(),
  gif: (options?: ImageOptions) => noise(options).gif().toBuffer(),
}

/** An animation of small frames, each another one. */
export function animation(format: 'gif' | 'webp', frames: number): Promise<Buffer> {
  const [width, height] = [8, 8]
  const data = Buffer.alloc(width * height * frames * 3)
  for (let at = 0; at < data.length; at++) data[at] = (at * 31 + Math.floor(at / (width * height * 3)) * 97) & 255
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height }
  const roll = sharp(data, { raw, limitInputPixels: false })
  return format === 'gif'
    ? roll.gif({ effort: 1, delay: 50 }).toBuffer()
    : roll.webp({ effort: 0, lossless: true }).toBuffer()
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  return Buffer.concat([u32(content.length), body, u32(crc32(body))])
}

/** Puts a chunk where PNG wants those that come before the image data: right behind the header. */
export function withPngChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const header = 8 + 25
  return Buffer.concat([png.subarray(0, header), pngChunk(type, content), png.subarray(header)])
}

export async function pixelsOf(data: Buffer): Promise<{ data: Buffer; info: OutputInfo }> {
  return sharp(data).raw().toBuffer({ resolveWithObject: true })
}
