import type { Business, Customer, PhoneNumber, Waba } from './records.ts'

/** The seeded businesses. The first one is used wherever a request names none. */
export const BUSINESSES: Business[] = [
  { id: '440011223344501', handle: 'lindqvist.bakery', name: 'Lindqvist Bakery', traits: [] },
  { id: '440011223344502', handle: 'ferrer.outdoor', name: 'Ferrer Outdoor', traits: [] },
  { id: '440011223344503', handle: 'sato.ceramics', name: 'Sato Ceramics', traits: [] },
  { id: '440011223344504', handle: 'diallo.tailoring', name: 'Diallo Tailoring', traits: ['no_payment'] },
]

/**
 * The seeded WhatsApp Business accounts. Each business has three: one with numbers, one without a number, and one with
 * two numbers that are used in the WhatsApp Business app.
 */
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
    { id: `10224466880030${index + 1}`, name: `${name} (two numbers in the app)`, ...rest },
  ]
})

/**
 * The state of the number that a business brings to a sign-up: `ready` and `unverified` are not registered yet;
 * `coexistence` is in use in the WhatsApp Business app.
 */
export type NumberKind = 'ready' | 'unverified' | 'coexistence'

type Kind = Pick<PhoneNumber, 'verified' | 'inApp' | 'registered'> & { account: 1 | 3; digit: number }
const inApp = { verified: true, inApp: true, registered: true } as const

const KINDS: Record<NumberKind, Kind> & Record<'first' | 'second', Kind> = {
  ready: { verified: true, inApp: false, registered: false, account: 1, digit: 1 },
  unverified: { verified: false, inApp: false, registered: false, account: 1, digit: 2 },
  coexistence: { ...inApp, account: 1, digit: 3 },
  first: { ...inApp, account: 3, digit: 4 },
  second: { ...inApp, account: 3, digit: 5 },
}

function numberId(index: number, kind: keyof typeof KINDS): string {
  return `1065403522429${KINDS[kind].digit}${index + 1}`
}

/** The seeded phone numbers: three in the first account of each business, two in the third. */
export const NUMBERS: PhoneNumber[] = BUSINESSES.flatMap(({ name }, index) =>
  (['ready', 'unverified', 'coexistence', 'first', 'second'] as const).map((kind) => {
    const { account, digit, ...rest } = KINDS[kind]
    return {
      id: numberId(index, kind),
      wabaId: `102244668800${account}0${index + 1}`,
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

/**
 * Returns the account that a business shares in a sign-up, and the number id that the sign-up dialog reports. Which
 * account it is depends on the numbers that the user chooses in the dialog (`kind`). The number id is null for an
 * account without numbers (`none`), and for one number (`coexistence`) or two (`coexistence-two`) that stay in the
 * WhatsApp Business app.
 */
export function broughtBy(
  business: Business,
  kind: NumberKind | 'none' | 'coexistence-two',
): { wabaId: string; numberId: string | null } {
  const index = BUSINESSES.findIndex(({ id }) => id === business.id)
  if (kind === 'none') return { wabaId: `10224466880020${index + 1}`, numberId: null }
  if (kind === 'coexistence-two') return { wabaId: `10224466880030${index + 1}`, numberId: null }
  if (kind === 'coexistence') return { wabaId: `10224466880010${index + 1}`, numberId: null }
  return { wabaId: `10224466880010${index + 1}`, numberId: numberId(index, kind) }
}

/**
 * The seeded customers. The first one writes a message if a request names none; the one with the name `bsuid` hides its
 * phone number from businesses.
 */
export const CUSTOMERS: Customer[] = [
  { name: 'Robin Example', waId: '16505551234', userId: 'US.13491208655302741918', username: null },
  { name: 'Sam Sample', waId: '4915112345678', userId: 'DE.24650911873340129035', username: 'sam.sample' },
  { name: 'bsuid', waId: null, userId: 'US.98120045510037765541', username: 'quiet.customer' },
]
