import sharp from 'sharp'

const maxImageBytes = 20 * 1024 * 1024

export type ImageComplaint = 'file_format_check_failed' | 'picture_size_check_failed'

export interface ImageRules {
  formats: string[]
  /** The maximum length in pixels of the longer and of the shorter side; undefined sets no limit. */
  within?: { long: number; short: number }
}

export const postImage: ImageRules = { formats: ['jpeg', 'webp'], within: { long: 1920, short: 1080 } }
export const coverImage: ImageRules = { formats: ['jpeg', 'webp', 'png'] }

/**
 * Returns why TikTok rejects an image: `file_format_check_failed` for a format that is not in `rules`,
 * `picture_size_check_failed` for more than 20 MiB or a side longer than `rules.within` allows; null for an accepted
 * image.
 */
export async function imageComplaint(bytes: Buffer, rules: ImageRules): Promise<ImageComplaint | null> {
  const measured = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  if (!measured || !rules.formats.includes(measured.format)) return 'file_format_check_failed'
  if (bytes.length > maxImageBytes) return 'picture_size_check_failed'
  const { long, short } = rules.within ?? { long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY }
  const { width, height } = measured
  const fits = Math.max(width, height) <= long && Math.min(width, height) <= short
  return fits ? null : 'picture_size_check_failed'
}
