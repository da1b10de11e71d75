/**
 * The tasks that a user can have on a Page.
 * @see https://developers.facebook.com/docs/pages-api/overview (read 2026-11-20)
 */
export type PageTask = 'ANALYZE' | 'ADVERTISE' | 'MODERATE' | 'CREATE_CONTENT' | 'MANAGE' | 'MESSAGING'

const ALL_TASKS: PageTask[] = ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING']

export interface Person {
  id: string
  /** The name by which requests to the sandbox select the user (`as`). Facebook has no such name. */
  handle: string
  name: string
  roles: { pageId: string; tasks: PageTask[] }[]
  businessIds: string[]
}

export interface Page {
  id: string
  name: string
  username: string
  category: { id: string; name: string }
  /** The number of followers at the end of the day before the sandbox started. */
  followers: number
  /** The number of users who like the Page, at the same time. */
  fans: number
  /** The id of the linked Instagram account; null for none. */
  instagramId: string | null
  /** The id of the business that owns the Page, through which users then have their roles; null for none. */
  businessId: string | null
}

export interface InstagramAccount {
  id: string
  /** The id in the responses to `GET /me?fields=id` and the code exchange. It is not accepted in paths. */
  appScopedId: string
  username: string
  name: string
  accountType: 'Business' | 'Media_Creator' | 'Personal'
  followers: number
  follows: number
  /** Whether the account is private and therefore cannot be tagged. */
  isPrivate: boolean
}

export interface Business {
  id: string
  name: string
  verificationStatus: 'verified' | 'not_verified'
  /** The Marketing API's id of the time zone. */
  timezoneId: number
  primaryPageId: string | null
  /** Milliseconds since the epoch. */
  createdAt: number
}

export const BUSINESSES: Business[] = [
  {
    id: '330011223344556',
    name: 'Ferrer Group',
    verificationStatus: 'verified',
    timezoneId: 3,
    primaryPageId: '104577700099922',
    createdAt: Date.UTC(2021, 3, 12, 9),
  },
]

export const PAGES: Page[] = [
  {
    id: '104512345678901',
    name: 'Lindqvist Bakery',
    username: 'lindqvistbakery',
    category: { id: '1001', name: 'Bakery' },
    followers: 1841,
    fans: 1790,
    instagramId: '17841400123456789',
    businessId: null,
  },
  {
    id: '104598765432109',
    name: 'Ferrer Cycling',
    username: 'ferrercycling',
    category: { id: '1002', name: 'Bicycle shop' },
    followers: 530,
    fans: 512,
    instagramId: null,
    businessId: null,
  },
  {
    id: '104555555000111',
    name: 'Ferrer Events',
    username: 'ferrerevents',
    category: { id: '1003', name: 'Event planner' },
    followers: 188,
    fans: 180,
    instagramId: '17841400222000119',
    businessId: null,
  },
  {
    id: '104577700099922',
    name: 'Ferrer Outdoor',
    username: 'ferreroutdoor',
    category: { id: '1004', name: 'Outdoor equipment shop' },
    followers: 9120,
    fans: 8800,
    instagramId: '17841400987654321',
    businessId: '330011223344556',
  },
  {
    id: '104533300044466',
    name: 'Aydin Garden',
    username: 'aydingarden',
    category: { id: '1007', name: 'Garden centre' },
    followers: 38,
    fans: 31,
    instagramId: '17841400333000112',
    businessId: null,
  },
  {
    id: '104500011122233',
    name: 'Sato Ceramics',
    username: 'satoceramics',
    category: { id: '1005', name: 'Art gallery' },
    followers: 264,
    fans: 250,
    instagramId: null,
    businessId: null,
  },
  {
    id: '104533344455566',
    name: 'Moreau Books',
    username: 'moreaubooks',
    category: { id: '1006', name: 'Bookstore' },
    followers: 402,
    fans: 390,
    instagramId: null,
    businessId: null,
  },
]

/** The simulated Facebook users. The first one consents if no user is named. */
export const PEOPLE: Person[] = [
  {
    id: '122101234567890',
    handle: 'nora.lindqvist',
    name: 'Nora Lindqvist',
    roles: [{ pageId: '104512345678901', tasks: ALL_TASKS }],
    businessIds: [],
  },
  {
    id: '122109876543210',
    handle: 'tomas.ferrer',
    name: 'Tomás Ferrer',
    roles: [
      { pageId: '104598765432109', tasks: ALL_TASKS },
      { pageId: '104555555000111', tasks: ['ADVERTISE', 'MODERATE', 'MESSAGING'] },
      { pageId: '104577700099922', tasks: ALL_TASKS },
    ],
    businessIds: ['330011223344556'],
  },
  { id: '122100000000777', handle: 'amara.diallo', name: 'Amara Diallo', roles: [], businessIds: [] },
  {
    id: '122103334445556',
    handle: 'elif.aydin',
    name: 'Elif Aydin',
    roles: [{ pageId: '104533300044466', tasks: ALL_TASKS }],
    businessIds: [],
  },
  {
    id: '122105551234567',
    handle: 'jun.sato',
    name: 'Jun Sato',
    roles: [{ pageId: '104500011122233', tasks: ALL_TASKS }],
    businessIds: [],
  },
  {
    id: '122107654321098',
    handle: 'lea.moreau',
    name: 'Léa Moreau',
    roles: [{ pageId: '104533344455566', tasks: ['ANALYZE', 'ADVERTISE', 'CREATE_CONTENT', 'MESSAGING'] }],
    businessIds: [],
  },
]

/**
 * The simulated Instagram accounts. The first one consents if none is named. Their ids are too large for a JavaScript
 * number, like real ones.
 */
export const INSTAGRAM_ACCOUNTS: InstagramAccount[] = [
  {
    id: '17841400123456789',
    appScopedId: '26012345678901237',
    username: 'lindqvist.bakery',
    name: 'Lindqvist Bakery',
    accountType: 'Business',
    followers: 2210,
    follows: 180,
    isPrivate: false,
  },
  {
    id: '17841400987654321',
    appScopedId: '26098765432109873',
    username: 'ferrer.outdoor',
    name: 'Ferrer Outdoor',
    accountType: 'Business',
    followers: 15400,
    follows: 95,
    isPrivate: false,
  },
  {
    id: '17841400222000119',
    appScopedId: '26022200011122235',
    username: 'ferrer.events',
    name: 'Ferrer Events',
    accountType: 'Business',
    followers: 310,
    follows: 44,
    isPrivate: false,
  },
  {
    id: '17841400555000113',
    appScopedId: '26055500011122239',
    username: 'mika.creates',
    name: 'Mika Aalto',
    accountType: 'Media_Creator',
    followers: 48211,
    follows: 402,
    isPrivate: false,
  },
  {
    id: '17841400333000112',
    appScopedId: '26033300011122234',
    username: 'aydin.garden',
    name: 'Aydin Garden',
    accountType: 'Business',
    followers: 46,
    follows: 120,
    isPrivate: false,
  },
  {
    id: '17841400777000117',
    appScopedId: '26077700011122231',
    username: 'pia.at.home',
    name: 'Pia',
    accountType: 'Personal',
    followers: 61,
    follows: 77,
    isPrivate: true,
  },
]
