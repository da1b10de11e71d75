import { platforms } from '../platforms.ts'
import { closed, type Described, text, timestamp } from '../schema.ts'

export const platformStates = ['ready', 'incomplete', 'not_configured'] as const

/** Whether a deployment has what a platform takes. Settings are named; their values are never shown. */
export const platformSetupShape = closed({
  platform: { enum: platforms },
  state: {
    enum: platformStates,
    description:
      'ready: accounts can be connected. incomplete: settings are missing that have to be set together with those that are set. not_configured: nothing is set.',
  },
  missingSettings: {
    type: 'array',
    items: text,
    description:
      'The names of the environment variables that are not set. A ready platform can lack those of a second login.',
  },
})

export type PlatformSetup = Described<typeof platformSetupShape>

/** A quota that a platform counts by the day, and how much of it is used. */
export const quotaShape = closed({
  name: { ...text, description: 'Such as youtube.units.' },
  title: { ...text, description: 'The unit that is counted, in words.' },
  platform: { enum: platforms },
  used: { type: 'integer', minimum: 0, description: 'Units used today by all accounts of this deployment.' },
  limit: { type: 'integer', minimum: 1, description: 'Units per day.' },
  isExhausted: {
    type: 'boolean',
    description: 'Whether the platform reported it as used up, or used has reached the limit.',
  },
  resetsAt: { ...timestamp, description: 'When the quota is reset, at the start of the next day on the platform.' },
})
