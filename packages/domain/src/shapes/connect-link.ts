import { platforms } from '../platforms.ts'
import { base64, base64UpTo, imageTypes } from '../posts/media-item.ts'
import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

/** The schema of a connect link: a page on which a customer connects accounts of one profile. */
export const connectLinkShape = closed({
  id: uuid,
  profileId: uuid,
  platforms: {
    type: 'array',
    items: { enum: platforms },
    description:
      'The platforms of the link. The page leaves out those for which this deployment no longer has app credentials.',
  },
  redirectUrl: {
    ...nullableText,
    description:
      'Where the browser goes after an account has been connected, or could not be; null for a page of Carillon.',
  },
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: {
    ...nullableTimestamp,
    description: 'When an authorization was last started from the page; null if none was.',
  },
})

export type ConnectLink = Described<typeof connectLinkShape>

/** The schema of what customers see of an organization. */
export const organizationShape = closed({
  id: uuid,
  name: { ...text, description: 'The name that customers see on pages of Carillon.' },
  color: {
    ...nullableText,
    description: 'The colour of buttons on the pages of connect links, such as #1a5fb4; null for the default colour.',
  },
  logoUrl: {
    ...nullableText,
    description: 'The URL of the logo on the pages of connect links; null without one.',
  },
})

/** The limits for a logo in a request: bytes, pixels on each side, and media types. */
export const logoLimits = { bytes: 512 * 1024, side: 4_096, types: imageTypes } as const

/** The schema of a logo in a request; null removes it. */
export const logoInput = {
  type: ['object', 'null'],
  properties: { base64: base64(4, base64UpTo(logoLimits.bytes)) },
  required: ['base64'],
  additionalProperties: false,
  description: `The logo: a PNG, JPEG or WebP image of at most ${logoLimits.bytes / 1024} KiB and ${logoLimits.side} pixels on each side, which Carillon stores as a WebP image of at most 512 pixels on each side. null removes the logo.`,
} as const

export type Organization = Described<typeof organizationShape>
