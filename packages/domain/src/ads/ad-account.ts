import { closed, type Described, nullableText, nullableTimestamp, text, timestamp } from '../schema.ts'

const adAccountStatuses = [
  'active',
  'disabled',
  'unsettled',
  'pending_risk_review',
  'pending_settlement',
  'in_grace_period',
  'pending_closure',
  'closed',
  'unknown',
] as const
export type AdAccountStatus = (typeof adAccountStatuses)[number]

export const nullableAmount = { type: ['integer', 'null'], minimum: 0 } as const

const adAccountShape = closed({
  id: { ...text, description: 'The id of the ad account, with `act_`.' },
  name: nullableText,
  status: { enum: adAccountStatuses },
  disableReason: {
    ...nullableText,
    description:
      'Why the platform disabled the ad account; `other` for a reason that Carillon does not know, null if the platform reports none.',
  },
  currency: {
    ...text,
    description:
      'The ISO 4217 code. Amounts of the ad account are integers in the minor unit of this currency as Meta defines it: cents, but whole units of CLP, COP, CRC, HUF, IDR, ISK, JPY, KRW, PYG, TWD and VND.',
  },
  timezone: {
    ...nullableText,
    description:
      'The IANA name of the time zone of the ad account, in which the days of its insights are counted; null if the platform does not report it.',
  },
  timezoneId: {
    type: ['integer', 'null'],
    description: "The platform's number of the time zone; null if the platform does not report it.",
  },
  amountSpent: {
    ...nullableAmount,
    description:
      "The amount spent, in Meta's minor unit of the currency (see `currency` of the ad account): with a cap, what counts towards it, otherwise the total. null if the platform does not report it.",
  },
  balance: {
    ...nullableAmount,
    description:
      "The amount owed to the platform, in Meta's minor unit of the currency (see `currency` of the ad account); null if nothing is owed or the platform does not report it.",
  },
  spendCap: {
    ...nullableAmount,
    description:
      "The amount after which the ads of the account stop, in Meta's minor unit of the currency (see `currency` of the ad account); null without a cap, or if the platform does not report it.",
  },
  minDailyBudget: {
    ...nullableAmount,
    description:
      "The minimum budget of a campaign per day, in Meta's minor unit of the currency (see `currency` of the ad account); null if the platform does not report it.",
  },
  business: {
    description: 'The business that owns the ad account; null if the platform reports none.',
    type: ['object', 'null'],
    properties: { id: text, name: nullableText },
    required: ['id', 'name'],
    additionalProperties: false,
  },
})

export type AdAccount = Described<typeof adAccountShape>

const businessShape = closed({
  id: text,
  name: nullableText,
  verificationStatus: nullableText,
  timezoneId: { type: ['integer', 'null'] },
  primaryPage: {
    type: ['object', 'null'],
    properties: { id: text, name: nullableText },
    required: ['id', 'name'],
    additionalProperties: false,
  },
  createdAt: nullableTimestamp,
})

export type Business = Described<typeof businessShape>

export const adAccountsShape = closed({
  adAccounts: { type: 'array', items: adAccountShape },
  fetchedAt: { ...timestamp, description: 'When the list was read from the platform, up to 15 minutes ago.' },
})
export const adAccountReadShape = closed({ adAccount: adAccountShape, fetchedAt: timestamp })
export const adAccountChangedShape = closed({ adAccount: adAccountShape })
export const businessesShape = closed({ businesses: { type: 'array', items: businessShape }, fetchedAt: timestamp })

/** The schema of a party to an ad account: the id of a Page or an app, or the platform's words `NONE` and `UNFOUND`. */
const party = {
  type: 'string',
  pattern: '^(\\d{1,30}|NONE|UNFOUND)$',
  'x-rule': '1 to 30 digits, NONE, or UNFOUND.',
} as const
const partyDescription =
  "The platform's id of the Page or app of this party (the end advertiser, media agency or partner). NONE: the ad account has no such party (the default in a new one). UNFOUND: the party has no Page or app. An id cannot be changed later."
const name = { type: 'string', minLength: 1, maxLength: 200 } as const

export const newAdAccountFields = {
  businessId: {
    type: 'string',
    pattern: '^\\d{1,30}$',
    'x-rule': '1 to 30 digits.',
    description: 'The id of the business that will own the ad account, from `GET /ads/businesses`.',
  },
  name,
  currency: {
    type: 'string',
    pattern: '^[A-Z]{3}$',
    'x-rule': 'Three upper case letters (ISO 4217), such as EUR.',
  },
  timezoneId: {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    description: "The platform's number of the ad account's time zone, such as the timezoneId of the business.",
  },
  endAdvertiser: { ...party, description: partyDescription },
  mediaAgency: { ...party, description: partyDescription },
  partner: { ...party, description: partyDescription },
} as const

export const adAccountChangeFields = {
  name,
  spendCap: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 1_000_000_000_000,
    description:
      "The amount after which the ads of the account stop, in Meta's minor unit of its currency (see `currency`); null removes the cap. `amountSpent` counts towards it; resetSpend sets `amountSpent` to 0.",
  },
  resetSpend: {
    const: true,
    description: 'true counts the spending towards the cap from 0 again. It cannot be sent with spendCap null.',
  },
  endAdvertiser: { ...party, description: partyDescription },
  mediaAgency: { ...party, description: partyDescription },
  partner: { ...party, description: partyDescription },
  dsaBeneficiary: {
    ...name,
    description:
      'The default for dsaBeneficiary of campaigns: who benefits from ads in the European Union. Facebook rejects it without dsaPayor, unless the ad account already has one.',
  },
  dsaPayor: {
    ...name,
    description:
      'The default for dsaPayor of campaigns: who pays for ads in the European Union. Facebook rejects it without dsaBeneficiary, unless the ad account already has one.',
  },
} as const
