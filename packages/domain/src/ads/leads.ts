import { closed, type Described, nullableNumber, nullableText, nullableTimestamp, text, timestamp } from '../schema.ts'

export const leadsPageSize = 100

const question = closed({
  key: nullableText,
  label: nullableText,
  type: nullableText,
  options: { type: 'array', items: closed({ key: nullableText, value: nullableText }) },
})

const leadFormShape = closed({
  id: text,
  name: nullableText,
  status: {
    ...nullableText,
    description:
      'The status of the form in lower case, such as active or archived; null if the platform does not report it.',
  },
  locale: nullableText,
  leadsCount: nullableNumber,
  createdAt: nullableTimestamp,
  questions: { type: 'array', items: question },
})

const leadShape = closed({
  id: text,
  formId: text,
  createdAt: timestamp,
  adId: nullableText,
  adName: nullableText,
  adSetId: nullableText,
  campaignId: nullableText,
  campaignName: nullableText,
  isOrganic: {
    type: 'boolean',
    description: 'Whether the lead came without an ad; false if the platform does not report it.',
  },
  platform: {
    ...nullableText,
    description: "The platform's word for where the lead came from, such as fb or ig; null if it is not reported.",
  },
  fields: {
    description: 'The answers; `name` is the key of the question.',
    type: 'array',
    items: closed({ name: text, values: { type: 'array', items: text } }),
  },
})

export type LeadForm = Described<typeof leadFormShape>
export type Lead = Described<typeof leadShape>

export const leadsShape = closed({
  forms: { type: 'array', items: leadFormShape },
  leads: { type: 'array', items: leadShape, description: 'The leads, newest first, at most 100 per page.' },
  nextCursor: { ...nullableText, description: 'The cursor of the next page, null on the last one.' },
  fetchedAt: timestamp,
})
