import { platforms } from '../platforms.ts'
import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

/** A page on which a customer connects accounts of one profile. */
export const connectLinkShape = closed({
  id: uuid,
  profileId: uuid,
  platforms: { type: 'array', items: { enum: platforms }, description: 'The social networks that the page offers.' },
  redirectUrl: { ...nullableText, description: 'Where the browser goes after an account has been connected.' },
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: { ...nullableTimestamp, description: 'When an authorization was last started from the page.' },
})

export type ConnectLink = Described<typeof connectLinkShape>

/** What customers see of an organization. */
export const organizationShape = closed({
  id: uuid,
  name: { ...text, description: 'The name that customers see on pages of Carillon.' },
  color: {
    ...nullableText,
    description: 'The colour of buttons on these pages, such as #1a5fb4; null for the usual one.',
  },
})

export type Organization = Described<typeof organizationShape>
