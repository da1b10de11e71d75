import type { Platform } from '@carillon/client'

/** How the logins are called of a social network that has several. */
export const loginNames = { instagram_login: 'Log in with Instagram', facebook_login: 'Log in with Facebook' } as const

/** How each social network is called and marked. What it can do comes from the API. */
export const networks: Readonly<Record<Platform, { name: string; mark: string; color: string }>> = {
  instagram: { name: 'Instagram', mark: 'Ig', color: '#c1306f' },
  tiktok: { name: 'TikTok', mark: 'Tt', color: '#0b7a75' },
  facebook: { name: 'Facebook', mark: 'f', color: '#1763cf' },
  whatsapp: { name: 'WhatsApp', mark: 'Wa', color: '#147a41' },
  youtube: { name: 'YouTube', mark: 'Yt', color: '#c4170c' },
  x: { name: 'X', mark: 'X', color: '#33383d' },
  bluesky: { name: 'Bluesky', mark: 'Bs', color: '#0a66c9' },
}

/** Every social network, in the order of the table. */
export const platforms = Object.keys(networks).filter((name): name is Platform => name in networks)
