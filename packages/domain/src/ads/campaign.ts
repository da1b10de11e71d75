import { closed, type Described, text } from '../schema.ts'
import { regionalIdentitiesField } from './regional-identities.ts'

const specialAdCategories = [
  'none',
  'housing',
  'employment',
  'credit',
  'financial_products_services',
  'issues_elections_politics',
  'online_gambling_and_gaming',
] as const

export const adObjectStatuses = ['active', 'paused', 'archived'] as const
export type AdObjectStatus = (typeof adObjectStatuses)[number]

export const adObjectKinds = ['campaign', 'adset', 'ad'] as const
export type AdObjectKind = (typeof adObjectKinds)[number]

/** The maximum number of posts for which one campaign can be created. */
const maxPromotedPosts = 50

const budget = { type: 'integer', minimum: 1, maximum: 1_000_000_000_000 } as const
const age = { type: 'integer', minimum: 18, maximum: 65 } as const
const legalName = { type: 'string', minLength: 1, maxLength: 512 } as const
const time = { type: 'string', format: 'date-time' } as const

export const newCampaignFields = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  postIds: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 100 },
    minItems: 1,
    maxItems: maxPromotedPosts,
    uniqueItems: true,
    description: "The platform's ids of posts of the Page; each becomes an ad.",
  },
  dailyBudget: {
    ...budget,
    description:
      "The budget per day in Meta's minor unit of the currency of the ad account (see its `currency`); instead of `lifetimeBudget`. With an `endTime`, the campaign must run for more than 24 hours.",
  },
  lifetimeBudget: {
    ...budget,
    description:
      "The total budget in Meta's minor unit of the currency of the ad account (see its `currency`); instead of `dailyBudget`. Requires `endTime`.",
  },
  countries: {
    type: 'array',
    items: { type: 'string', pattern: '^[A-Z]{2}$', 'x-rule': 'Two upper case letters (ISO 3166-1), such as SE.' },
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'The countries in which the ads are shown, as ISO 3166-1 codes in upper case.',
  },
  startTime: {
    ...time,
    description: 'The time before which the ads do not run, even if they are active. Default: now.',
  },
  endTime: {
    ...time,
    description:
      'When the ads stop, in the future and after `startTime`. Required with `lifetimeBudget`. Default: no end.',
  },
  ageMin: { ...age, description: 'The minimum age in years of users who see the ads. Default: 18.' },
  ageMax: {
    ...age,
    description:
      'The maximum age in years of users who see the ads; with 65, older users see them as well. Default: 65.',
  },
  specialAdCategories: {
    type: 'array',
    items: { enum: specialAdCategories },
    maxItems: specialAdCategories.length,
    uniqueItems: true,
    description:
      'The regulated subjects of the ads, which the platform requires to be declared. Default: none of them, like `["none"]`. `none` cannot be combined with others.',
  },
  status: {
    enum: ['paused', 'active'],
    description: 'Default: `paused`. With `active`, everything is created paused and activated at the end.',
  },
  dsaBeneficiary: {
    ...legalName,
    description:
      'The name of the person or organization that benefits from the ads. Required if the ads are to be shown in a country of the European Union and the ad account has no default.',
  },
  dsaPayor: {
    ...legalName,
    description:
      'The name of the person or organization that pays for the ads. Required if the ads are to be shown in a country of the European Union and the ad account has no default.',
  },
  regionalIdentities: regionalIdentitiesField,
} as const

export const createdCampaignShape = closed({
  id: text,
  name: text,
  status: { enum: ['paused', 'active'] },
  adSetId: text,
  ads: {
    type: 'array',
    items: closed({ id: text, postId: text, creativeId: text, status: { enum: ['paused', 'active'] } }),
  },
})

export type CreatedCampaign = Described<typeof createdCampaignShape>

export const campaignCreatedShape = closed({ campaign: createdCampaignShape })

export const adStatusShape = closed({
  id: text,
  kind: { enum: adObjectKinds },
  status: {
    ...text,
    description:
      'The status that was set for the object itself, in lower case; `unknown` if the platform does not report it.',
  },
  effectiveStatus: {
    ...text,
    description:
      "Facebook's `effective_status` in lower case, such as active, paused or campaign_paused: unlike status, it also depends on other things, such as the objects above this one and the review of an ad. Facebook may add values; `unknown` if it reports none, or if it could not be read after the change.",
  },
})

export type AdStatus = Described<typeof adStatusShape>
