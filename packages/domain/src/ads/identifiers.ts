/** An ad account id, taken with or without `act_`. */
export const adAccountId = {
  type: 'string',
  pattern: '^(act_)?\\d{1,30}$',
  description: 'With or without `act_`.',
} as const

/** The id of a campaign, an ad set, an ad or a lead form. */
export const adObjectId = { type: 'string', pattern: '^\\d{1,30}$' } as const

/** An ad account id as the network writes it, with `act_`. */
export function fullAdAccountId(id: string): string {
  return id.startsWith('act_') ? id : `act_${id}`
}
