import { platforms } from '../platforms.ts'
import { closed, type Described, text, timestamp } from '../schema.ts'

export const platformStates = ['ready', 'incomplete', 'not_configured'] as const

/**
 * The schema of whether this deployment has the settings that are needed to connect accounts of a platform. Missing
 * settings are named; values are never returned.
 */
export const platformSetupShape = closed({
  platform: { enum: platforms },
  state: {
    enum: platformStates,
    description:
      'ready: the settings required to connect accounts are set. incomplete: some of them are set, but others are missing. not_configured: none of them is set.',
  },
  missingSettings: {
    type: 'array',
    items: text,
    description:
      'The names of the environment variables that are required to connect accounts and not set. A ready platform can have some: one way to log in is enough, and bluesky needs none.',
  },
})

export type PlatformSetup = Described<typeof platformSetupShape>

/** The schema of a daily quota and how much of it is used. */
export const quotaShape = closed({
  name: { ...text, description: 'The name of the quota, such as youtube.units.' },
  title: { ...text, description: 'The unit that is counted, in words, such as API units.' },
  platform: { enum: platforms },
  used: {
    type: 'integer',
    minimum: 0,
    description: 'Units used today by all accounts of this deployment; the day ends at resetsAt.',
  },
  limit: { type: 'integer', minimum: 1, description: 'The maximum of units per day.' },
  isExhausted: {
    type: 'boolean',
    description: 'Whether the platform reported the quota as used up, or `used` has reached `limit`.',
  },
  resetsAt: { ...timestamp, description: 'When the quota is reset, at the start of the next day on the platform.' },
})
