import type { ProfileSlots, PublishPlatform } from '@carillon/domain'
import { sampleProfileId, sampleSchedule } from '../events/samples.ts'

const publishAt = { local: '2026-12-24T18:00', timeZone: 'Europe/Berlin' }

const plan = {
  timeZone: 'Europe/Berlin',
  slots: [
    { weekday: 'monday', time: '18:00' },
    { weekday: 'thursday', time: '12:30' },
  ],
} as const

const profileSlots: ProfileSlots = {
  ...{ profileId: sampleProfileId, timeZone: plan.timeZone, slots: [...plan.slots] },
  nextSlot: null,
}

const named = (platform: string) => `${platform.charAt(0).toUpperCase()}${platform.slice(1)}Schedule`

/**
 * Builds example bodies about schedules, keyed by the name of their schema.
 * @param posts example posts, keyed by platform
 */
export function scheduleExamples(posts: Readonly<Record<PublishPlatform, object>>): Readonly<Record<string, object>> {
  const bodies = Object.entries(posts).flatMap(([platform, post]) => [
    [`Create${named(platform)}Request`, { publishAt, onLate: { afterMinutes: 120, then: 'publish' }, post }],
    [`Update${named(platform)}Request`, { post }],
  ])
  return {
    ...Object.fromEntries(bodies),
    Schedule: sampleSchedule,
    ProfileSlots: profileSlots,
    ReplaceSlotRequest: plan,
    ScheduleList: { schedules: [sampleSchedule], nextCursor: null },
    UpdateScheduleRequest: { publishAt: '2026-12-24T19:30:00+01:00' },
  }
}
