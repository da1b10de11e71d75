/** The schema of an ad account id in a request, with or without `act_`. */
export const adAccountId = {
  type: 'string',
  pattern: '^(act_)?\\d{1,30}$',
  'x-rule': '1 to 30 digits, with or without act_ before them.',
  description: 'The id of the ad account.',
} as const

/** The schema of the platform's id of a campaign, an ad set, an ad or a lead form. */
export const adObjectId = { type: 'string', pattern: '^\\d{1,30}$', 'x-rule': '1 to 30 digits.' } as const

/**
 * Returns an ad account id with the prefix `act_`, as Meta spells it. An id that has the prefix is unchanged.
 */
export function fullAdAccountId(id: string): string {
  return id.startsWith('act_') ? id : `act_${id}`
}
