import { platforms } from '../platforms.ts'
import { closed, type Described, text, timestamp } from '../schema.ts'

export const platformStates = ['ready', 'incomplete', 'not_configured'] as const

/** The schema of a platform's state in this deployment. Missing settings are named; values are never returned. */
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

/** The schema of a daily quota and how much of it is used. */
export const quotaShape = closed({
  name: { ...text, description: 'The name of the quota, such as youtube.units.' },
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
