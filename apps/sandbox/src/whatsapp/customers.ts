import type { Customer, PhoneNumber } from './records.ts'
import type { Message, State } from './state.ts'

/** Stores a new customer. Without `waId`, a phone number is generated; null hides the phone number from businesses. */
export function newCustomer(state: State, { name, waId }: { name: string; waId?: string | null }): Customer {
  const userId = `US.${state.nextId('13', 20)}`
  const customer = { name, waId: waId === undefined ? state.nextId('1650', 11) : waId, userId, username: null }
  state.customers.push(customer)
  return customer
}

/**
 * Returns the customer whose name, phone number, username or business-scoped user id is `who`. If no customer matches,
 * stores and returns a new one, with `who` as the phone number or user id if it has such a format, otherwise as the
 * name.
 */
export function customerOf(state: State, who: string): Customer {
  const digits = /^\+?[\d\s().-]{7,20}$/.test(who) ? who.replace(/\D/g, '') : undefined
  const known = state.customers.find(
    ({ name, waId, userId, username }) => name === who || userId === who || username === who || waId === digits,
  )
  if (known !== undefined) return known
  if (digits !== undefined) return newCustomer(state, { name: `+${digits}`, waId: digits })
  if (!/^[A-Z]{2}\.[A-Za-z0-9]+$/.test(who)) return newCustomer(state, { name: who })
  const customer = { name: who, waId: null, userId: who, username: null }
  state.customers.push(customer)
  return customer
}

/** Returns the id by which a business knows a customer: the phone number or, if hidden, the business-scoped user id. */
export function senderOf({ waId, userId }: Customer): string {
  return waId ?? userId
}

/** Returns the time of a customer's last message to a number in ms since the epoch; undefined if none exists. */
export function lastInboundAt(state: State, { id }: PhoneNumber, customer: Customer): number | undefined {
  const times = [...state.messages.values()]
    .filter((one: Message) => one.direction === 'inbound' && one.numberId === id && one.customer === customer)
    .map(({ createdAt }) => createdAt)
  return times.length === 0 ? undefined : Math.max(...times)
}
