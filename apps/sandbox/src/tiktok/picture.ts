import sharp from 'sharp'

const maxPictureBytes = 20 * 1024 * 1024

export type PictureComplaint = 'file_format_check_failed' | 'picture_size_check_failed'

export interface PictureRules {
  formats: string[]
  /** The longer and the shorter side in pixels; undefined leaves them free. */
  within?: { long: number; short: number }
}

export const postPicture: PictureRules = { formats: ['jpeg', 'webp'], within: { long: 1920, short: 1080 } }
export const coverPicture: PictureRules = { formats: ['jpeg', 'webp', 'png'] }

/** Why the network would not take the picture, null when it does. */
export async function pictureComplaint(bytes: Buffer, rules: PictureRules): Promise<PictureComplaint | null> {
  const measured = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  if (!measured || !rules.formats.includes(measured.format)) return 'file_format_check_failed'
  if (bytes.length > maxPictureBytes) return 'picture_size_check_failed'
  const { long, short } = rules.within ?? { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY }
  const { width, height } = measured
  const fits = Math.max(width, height) <= long && Math.min(width, height) <= short
  return fits ? null : 'picture_size_check_failed'
}
