import { limits } from '../limits.ts'
import { weekdays } from '../schedules/slots.ts'
import { closed, type Described, nullableText, text, uuid } from '../schema.ts'
import { scheduleTimeShape } from './schedule.ts'

/** The schemas of the fields that describe the slots of a profile: their time zone and their weekly times. */
export const slotFields = {
  timeZone: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: 'The IANA time zone of the slots, such as Europe/Berlin.',
  },
  slots: {
    type: 'array',
    maxItems: limits.slotsPerProfile,
    uniqueItems: true,
    description: `The weekly times for posts, at most ${limits.slotsPerProfile}, each once. A schedule with publishAt {"nextSlot": true} gets the next of them that is free when it is stored. An empty list removes them; schedules keep the times that they have.`,
    items: {
      ...closed({
        weekday: { enum: weekdays },
        time: {
          type: 'string',
          maxLength: 5,
          pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
          description: 'The local time in `timeZone`.',
          'x-rule': 'A time from 00:00 to 23:59, such as 18:00.',
        },
      }),
      'x-name': 'Slot',
    },
  },
} as const

export const profileSlotsShape = closed({
  profileId: uuid,
  timeZone: { ...nullableText, description: 'The IANA time zone of the slots; null if the slots were never set.' },
  slots: { ...slotFields.slots, description: 'The weekly times in order, Monday first.' },
  nextSlot: {
    ...scheduleTimeShape,
    properties: {
      ...scheduleTimeShape.properties,
      local: { ...text, description: 'The local time of the slot, in `timeZone`.' },
      timeZone: { ...text, description: 'The IANA time zone of the local time.' },
    },
    type: ['object', 'null'],
    description:
      'The slot that the next schedule with `publishAt` `{nextSlot: true}` gets for the account; null if the request has no accountId, or no slot is free within a year.',
    'x-name': 'NextSlot',
  },
})

export type ProfileSlots = Described<typeof profileSlotsShape>
