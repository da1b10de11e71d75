import type { Described } from '../schema.ts'

/** The countries, as ISO 3166-1 codes, in which ads must name verified identities. */
export const regulatedCountries = ['SG', 'TW', 'TH'] as const
export type RegulatedCountry = (typeof regulatedCountries)[number]

const verifiedId = { type: 'string', pattern: '^[0-9]{1,32}$', 'x-rule': '1 to 32 digits.' } as const

const regionalIdentityFields = {
  type: 'object',
  properties: {
    beneficiaryId: {
      ...verifiedId,
      description:
        "Meta's id of the verified identity that benefits from the ads. Meta shows it; no operation lists it.",
    },
    payorId: {
      ...verifiedId,
      description: "Meta's id of the verified identity that pays for the ads; may equal beneficiaryId.",
    },
  },
  required: ['beneficiaryId', 'payorId'],
  additionalProperties: false,
} as const

type RegionalIdentity = Described<typeof regionalIdentityFields>
/** The verified identities of a campaign, keyed by country. */
export type RegionalIdentities = { readonly [Country in RegulatedCountry]?: RegionalIdentity }

export const regionalIdentitiesField = {
  type: 'object',
  properties: { SG: regionalIdentityFields, TW: regionalIdentityFields, TH: regionalIdentityFields },
  additionalProperties: false,
  description:
    'The verified identities behind ads in Singapore (SG), Taiwan (TW) and Thailand (TH), required for each of these countries in `countries`. Identities of a country that is not in `countries` are ignored.',
} as const
