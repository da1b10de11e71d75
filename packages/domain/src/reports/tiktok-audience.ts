import { closed, text } from '../schema.ts'
import { list } from './response.ts'

/** Shares of an audience by age, country and the like. */
export const audienceShares = list(
  closed({ key: text, percentage: { type: 'number', description: 'A fraction of 1.' } }),
)
