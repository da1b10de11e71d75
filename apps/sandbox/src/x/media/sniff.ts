/** The brands of images in the container of MP4 videos: HEIC, AVIF and other HEIF files (ISO/IEC 23008-12). */
const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'avif', 'avis']

/** Returns the media type of a file, detected from its first bytes; undefined for unknown types. */
export function sniff(bytes: Buffer): string | undefined {
  const at = (offset: number, length: number) => bytes.toString('latin1', offset, offset + length)
  const signs: [boolean, string][] = [
    [at(0, 3) === '\xff\xd8\xff', 'image/jpeg'],
    [at(0, 8) === '\x89PNG\r\n\x1a\n', 'image/png'],
    [at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a', 'image/gif'],
    [at(0, 4) === 'RIFF' && at(8, 4) === 'WEBP', 'image/webp'],
    [at(0, 2) === 'BM', 'image/bmp'],
    [at(0, 4) === 'II*\0' || at(0, 4) === 'MM\0*', 'image/tiff'],
    [at(4, 8) === 'ftypqt  ', 'video/quicktime'],
    [at(4, 4) === 'ftyp' && HEIF_BRANDS.includes(at(8, 4)), 'image/heif'],
    [at(4, 4) === 'ftyp', 'video/mp4'],
    [at(0, 4) === '\x1aE\xdf\xa3', 'video/webm'],
  ]
  return signs.find(([ok]) => ok)?.[1]
}
