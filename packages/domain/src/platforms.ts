/** The networks, in the order of the specification. */
export const platforms = ['instagram', 'tiktok', 'facebook', 'whatsapp', 'youtube', 'x', 'bluesky'] as const

export type Platform = (typeof platforms)[number]

/** The names of the networks for humans. */
export const platformNames: Readonly<Record<Platform, string>> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  whatsapp: 'WhatsApp',
  youtube: 'YouTube',
  x: 'X',
  bluesky: 'Bluesky',
}

/** Whether a value is the name of a platform. */
export function isPlatform(value: unknown): value is Platform {
  return platforms.some((platform) => platform === value)
}
