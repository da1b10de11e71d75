/** The social networks that Carillon supports, in the order of the documentation. */
export const platforms = ['instagram', 'tiktok', 'facebook', 'whatsapp', 'youtube', 'x', 'bluesky'] as const

export type Platform = (typeof platforms)[number]

/** The display names of the social networks, keyed by platform. */
export const platformNames: Readonly<Record<Platform, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  youtube: 'YouTube',
  x: 'X',
  bluesky: 'Bluesky',
}

/** Returns whether a value is the name of a platform. */
export function isPlatform(value: unknown): value is Platform {
  return platforms.some((platform) => platform === value)
}

/** The platforms whose cell in a table is true. */
type PlatformIn<Cells> = {
  [P in keyof Cells & Platform]: Cells[P] extends true ? P : never
}[keyof Cells & Platform]

/** Returns the platforms whose cell in a table is true, in the order of `platforms`. */
export function platformsIn<Cells extends Readonly<Partial<Record<Platform, boolean>>>>(
  cells: Cells,
): PlatformIn<Cells>[] {
  return platforms.filter((platform): platform is PlatformIn<Cells> => cells[platform] === true)
}
