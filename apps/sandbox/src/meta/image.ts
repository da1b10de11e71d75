import sharp from 'sharp'

export type ImageFormat = 'jpeg' | 'mpo' | 'png' | 'gif' | 'tiff' | 'bmp' | 'webp'

export interface Image {
  format: ImageFormat
  width: number
  height: number
}

const SIGNATURES: [ImageFormat, (bytes: Buffer) => boolean][] = [
  // A multi-image file is a JPEG whose second segment carries the mark of CIPA DC-007.
  ['mpo', (bytes) => starts(bytes, 'ffd8ff') && bytes.subarray(0, 65_536).includes('MPF\0', 0, 'latin1')],
  ['jpeg', (bytes) => starts(bytes, 'ffd8ff')],
  ['png', (bytes) => starts(bytes, '89504e470d0a1a0a')],
  ['gif', (bytes) => starts(bytes, '47494638')],
  ['tiff', (bytes) => starts(bytes, '49492a00') || starts(bytes, '4d4d002a')],
  ['bmp', (bytes) => starts(bytes, '424d') && bytes.length >= 26],
  ['webp', (bytes) => starts(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP'],
]

function starts(bytes: Buffer, hex: string): boolean {
  return bytes.subarray(0, hex.length / 2).toString('hex') === hex
}

/**
 * Returns the format of a JPEG, MPO, PNG, GIF, TIFF, BMP or WebP image and its size in pixels as it is displayed (after
 * EXIF rotation); undefined for other bytes or an unreadable header.
 */
export async function inspectImage(bytes: Buffer): Promise<Image | undefined> {
  const format = SIGNATURES.find(([, fits]) => fits(bytes))?.[0]
  if (format === undefined) return undefined
  if (format === 'bmp') return { format, width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
  try {
    const { autoOrient } = await sharp(bytes).metadata()
    return { format, width: autoOrient.width, height: autoOrient.height }
  } catch {
    return undefined
  }
}

/** Returns whether a BMP has as many bytes as it states; true for one that states none. */
function isWhole(bmp: Buffer): boolean {
  return bmp.length >= bmp.readUInt32LE(2)
}

/**
 * Returns whether a whole image can be decoded, not only its header. Of a BMP, only the file size in the header is
 * checked.
 */
export async function decodes(bytes: Buffer): Promise<boolean> {
  if (starts(bytes, '424d')) return bytes.length >= 26 && isWhole(bytes)
  try {
    await sharp(bytes, { failOn: 'truncated' }).raw().toBuffer()
    return true
  } catch {
    return false
  }
}
