import { invalidParameter } from '../../meta/graph/graph-error.ts'
import type { GraphCall } from '../call.ts'
import { newCustomer } from '../customers.ts'
import { digitsOf } from '../digits.ts'
import { cloudError } from '../errors.ts'
import type { Customer, PhoneNumber } from '../records.ts'

export interface Recipient {
  customer: Customer
  /** The recipient as written in the request. */
  input: string
  /** Whether the request contains the user id, and not a phone number. */
  byUserId: boolean
}

const USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/**
 * Phone numbers whose `wa_id` differs from the dialled number, as patterns and replacements: Brazil drops the ninth
 * digit, Mexico adds a 1 and Argentina a 9 after the country code. Observed by users, not documented.
 * @see https://github.com/chatwoot/chatwoot/issues/5840 (read 2026-11-23)
 * @see https://github.com/chatwoot/chatwoot/issues/13986 (read 2026-11-23)
 */
const SPELLINGS: readonly [RegExp, string][] = [
  [/^(55\d{2})9(\d{8})$/, '$1$2'],
  [/^52(\d{10})$/, '521$1'],
  [/^54(\d{10})$/, '549$1'],
]

function waIdOf(digits: string): string {
  for (const [written, known] of SPELLINGS) if (written.test(digits)) return digits.replace(written, known)
  return digits
}

function byNumber(call: GraphCall, number: PhoneNumber, input: string): Recipient {
  const digits = digitsOf(input)
  if (!/^\+?[\d\s().-]+$/.test(input) || digits.length < 7 || digits.length > 15) {
    throw cloudError(131009, 'Parameter value is not valid: to')
  }
  if (digits === digitsOf(number.display)) throw cloudError(131021)
  const waId = waIdOf(digits)
  const { customers } = call.state
  const customer = customers.find((one) => one.waId === waId) ?? newCustomer(call.state, { name: `+${waId}`, waId })
  return { customer, input, byUserId: false }
}

function byUserId({ state }: GraphCall, input: string): Recipient {
  if (!USER_ID.test(input)) throw cloudError(131009, 'Parameter value is not valid: recipient')
  const customer = state.customers.find(({ userId }) => userId === input)
  if (customer === undefined) throw cloudError(131026)
  return { customer, input, byUserId: true }
}

/**
 * Returns the recipient of a message to be sent from `number`. Of the request's parameters, `to`, a phone number, takes
 * precedence over `recipient`, a business-scoped user id. An unknown phone number becomes a new customer.
 * @throws GraphError if both are absent, the value is malformed, `to` equals the sending number, or no customer has the
 *   user id
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids (read
 * 2026-11-20)
 */
export function readRecipient(call: GraphCall, number: PhoneNumber): Recipient {
  const { parameters } = call
  const [to, recipient] = [parameters.text('to'), parameters.text('recipient')]
  if (to !== undefined && to !== '') return byNumber(call, number, to)
  if (recipient !== undefined && recipient !== '') return byUserId(call, recipient)
  throw invalidParameter('The parameter to is required.')
}
