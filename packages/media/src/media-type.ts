/** The media types that are recognized by their bytes. */
export type MediaType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/gif'
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'

/** The number of leading bytes that `sniff` needs. */
export const SNIFF_BYTES = 64

const latin1 = (head: Uint8Array, start: number, end: number) =>
  Buffer.from(head.subarray(start, end)).toString('latin1')

/** The boxes with which a QuickTime video without `ftyp` may begin. */
const quickTimeFirstBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

function isoContainer(head: Uint8Array): MediaType | null {
  const box = latin1(head, 4, 8)
  if (box === 'ftyp') {
    const brand = latin1(head, 8, 12)
    if (brand === 'qt  ') return 'video/quicktime'
    return stillBrands.has(brand) ? null : 'video/mp4'
  }
  return quickTimeFirstBoxes.has(box) ? 'video/quicktime' : null
}

/** The brands of images, camera raw files among them, and of sound in the container format of MP4 videos. */
const stillBrands = new Set([
  'avif',
  'avis',
  'heic',
  'heix',
  'hevc',
  'hevx',
  'heim',
  'heis',
  'hevm',
  'hevs',
  'mif1',
  'msf1',
  'M4A ',
  'M4B ',
  'M4P ',
  'crx ',
])

const signatures: readonly { type: MediaType; at: number; bytes: string; also?: { at: number; bytes: string } }[] = [
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/gif', at: 0, bytes: 'GIF87a' },
  { type: 'image/gif', at: 0, bytes: 'GIF89a' },
  { type: 'image/webp', at: 0, bytes: 'RIFF', also: { at: 8, bytes: 'WEBP' } },
]

function matches(head: Uint8Array, { at, bytes }: { at: number; bytes: string }): boolean {
  return latin1(head, at, at + bytes.length) === bytes
}

/**
 * Returns the media type of a file, determined from its first `SNIFF_BYTES` bytes, or all bytes of a shorter file; null
 * for an unknown type.
 */
export function sniff(head: Uint8Array): MediaType | null {
  for (const signature of signatures) {
    if (matches(head, signature) && (!signature.also || matches(head, signature.also))) return signature.type
  }
  if (matches(head, { at: 0, bytes: '\x1a\x45\xdf\xa3' }))
    return latin1(head, 0, SNIFF_BYTES).includes('webm') ? 'video/webm' : null
  return head.length >= 12 ? isoContainer(head) : null
}
