import { DAY_MS } from '../../../meta/graph/graph-time.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import type { State } from '../../../meta/state/state.ts'
import { addAdAccount } from '../accounts/add-account.ts'
import { addForm, seedLeads } from './leads.ts'
import { addAd, addAdSet, addCampaign, addCreative } from './tree.ts'

/** The seeded ad accounts with the ids of their users. Other users have no ad account. */
const ACCOUNTS: (Parameters<typeof addAdAccount>[1] & { personIds: string[] })[] = [
  {
    id: 'act_981000000000127',
    name: 'Lindqvist Bakery',
    currency: 'EUR',
    timezoneId: 127,
    personIds: ['122101234567890'],
    amountSpent: 48_213,
    balance: 1_207,
    dsaBeneficiary: null,
  },
  {
    id: 'act_981000000000452',
    name: 'Ferrer, first of the day',
    currency: 'USD',
    timezoneId: 452,
    personIds: ['122109876543210'],
    businessId: '330011223344556',
    amountSpent: 120_045,
    spendCap: 500_000,
  },
  {
    id: 'act_981000000000003',
    name: 'Ferrer, last of the day',
    currency: 'JPY',
    timezoneId: 3,
    personIds: ['122109876543210'],
    businessId: '330011223344556',
    amountSpent: 310_400,
  },
  {
    id: 'act_981000000000076',
    name: 'Amara Diallo',
    currency: 'JOD',
    timezoneId: 76,
    personIds: ['122100000000777'],
    amountSpent: 9_150,
  },
  {
    id: 'act_981000000000065',
    name: 'Amara Diallo, closed',
    currency: 'HUF',
    timezoneId: 65,
    personIds: ['122100000000777'],
    status: 2,
    disableReason: 1,
  },
]

/**
 * Creates an active campaign in which one ad was disapproved, and a paused campaign. All ads show the post `postId`.
 * Returns the ids of the two ads of the active campaign that were not disapproved.
 */
function seedCampaigns(state: State, account: AdAccount, postId: string): string[] {
  const createdAt = state.now() - 40 * DAY_MS
  const creativeId = addCreative(state, account, postId).id
  const running = addAdSet(state, addCampaign(state, account, { name: 'Every day', createdAt }), { name: 'Neighbours' })
  const first = addAd(state, running, { name: 'The post', creativeId })
  const second = addAd(state, running, { name: 'The post, again', creativeId, status: 'PAUSED' })
  const broken = { decidedAt: createdAt, broken: 'PERSONAL_ATTRIBUTES' }
  addAd(state, running, { name: 'Too personal', creativeId, review: broken })
  const paused = addCampaign(state, account, { name: 'Spring', createdAt, status: 'PAUSED', lifetimeBudget: 250_000 })
  addAd(state, addAdSet(state, paused, { name: 'Everybody' }), { name: 'Spring post', creativeId })
  return [first.id, second.id]
}

/** Returns the id of the first post on any Page of the user, for creatives to show; undefined if none exists. */
export function postOf(state: State, personId: string): string | undefined {
  const pageIds = state.people.get(personId)?.roles.map(({ pageId }) => pageId) ?? []
  return [...state.pagePosts.values()].find(({ pageId }) => pageIds.includes(pageId))?.id
}

/** The id of a deleted post, for the ads of a user without a Page. */
const FORMER_POST = '104500000000000_122000000000001'

/** Creates the seed data: ad accounts with campaigns, and lead forms with leads. */
export function seedAds(state: State): void {
  const adIds = ACCOUNTS.flatMap((given) => {
    const account = addAdAccount(state, { funded: true, createdAt: state.now() - 400 * DAY_MS, ...given })
    const made = seedCampaigns(state, account, postOf(state, account.personIds[0] ?? '') ?? FORMER_POST)
    return account.businessId === null ? [] : made
  })
  const tours = addForm(state, { pageId: '104598765432109', name: 'Guided tours' })
  seedLeads(state, tours, { count: 130, adIds })
  const repairs = addForm(state, { pageId: '104598765432109', name: 'Repairs', status: 'ARCHIVED' })
  seedLeads(state, repairs, { count: 12, adIds })
  seedLeads(state, addForm(state, { pageId: '104512345678901', name: 'Cake orders' }), { count: 4, adIds: [] })
}
