import type { Business, Customer, PhoneNumber, Waba } from './records.ts'

/** The first is who signs up when no business is named. */
export const BUSINESSES: Business[] = [
  { id: '440011223344501', handle: 'lindqvist.bakery', name: 'Lindqvist Bakery', traits: [] },
  { id: '440011223344502', handle: 'ferrer.outdoor', name: 'Ferrer Outdoor', traits: [] },
  { id: '440011223344503', handle: 'sato.ceramics', name: 'Sato Ceramics', traits: [] },
  { id: '440011223344504', handle: 'diallo.tailoring', name: 'Diallo Tailoring', traits: ['no_payment'] },
]

/** Each business has one account with numbers and one without. */
export const WABAS: Waba[] = BUSINESSES.flatMap(({ id: businessId, name, traits }, index) => {
  const rest = {
    businessId,
    currency: 'USD',
    timezoneId: '1',
    subscribed: false,
    callback: null,
    hasPaymentMethod: !traits.includes('no_payment'),
    restricted: false,
  }
  return [
    { id: `10224466880010${index + 1}`, name, ...rest },
    { id: `10224466880020${index + 1}`, name: `${name} (no number)`, ...rest },
  ]
})

/** What the number of a sign-up is like. */
export type NumberKind = 'ready' | 'unverified' | 'coexistence'

const KINDS: Record<NumberKind, Pick<PhoneNumber, 'verified' | 'inApp' | 'registered'> & { digit: number }> = {
  ready: { verified: true, inApp: false, registered: false, digit: 1 },
  unverified: { verified: false, inApp: false, registered: false, digit: 2 },
  coexistence: { verified: true, inApp: true, registered: true, digit: 3 },
}

function numberId(index: number, kind: NumberKind): string {
  return `1065403522429${KINDS[kind].digit}${index + 1}`
}

export const NUMBERS: PhoneNumber[] = BUSINESSES.flatMap(({ name }, index) =>
  (['ready', 'unverified', 'coexistence'] as const).map((kind) => {
    const { digit, ...rest } = KINDS[kind]
    return {
      id: numberId(index, kind),
      wabaId: `10224466880010${index + 1}`,
      display: `+1 555-078-3${digit}8${index + 1}`,
      verifiedName: name,
      quality: 'GREEN' as const,
      nameStatus: 'APPROVED' as const,
      pin: null,
      pendingCode: null,
      attempts: [],
      ...rest,
    }
  }),
)

/** The accounts and the number that a business shares in a sign-up; `none` is the account without a number. */
export function broughtBy(business: Business, kind: NumberKind | 'none'): { wabaId: string; numberId: string | null } {
  const index = BUSINESSES.findIndex(({ id }) => id === business.id)
  if (kind === 'none') return { wabaId: `10224466880020${index + 1}`, numberId: null }
  return { wabaId: `10224466880010${index + 1}`, numberId: numberId(index, kind) }
}

/** The first writes when nobody is named; the one called `bsuid` has no phone number that a business could see. */
export const CUSTOMERS: Customer[] = [
  { name: 'Robin Example', waId: '16505551234', userId: 'US.13491208655302741918', username: null },
  { name: 'Sam Sample', waId: '4915112345678', userId: 'DE.24650911873340129035', username: 'sam.sample' },
  { name: 'bsuid', waId: null, userId: 'US.98120045510037765541', username: 'quiet.customer' },
]
