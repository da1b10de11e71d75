import type { AdTree } from '@carillon/client'

export type Campaign = AdTree['campaigns'][number]
export type AdSet = Campaign['adSets'][number]
export type Ad = AdSet['ads'][number]

export type Kind = 'campaign' | 'adset' | 'ad'

export const kindNames: Readonly<Record<Kind, string>> = { campaign: 'campaign', adset: 'ad set', ad: 'ad' }

/** One line of the tree: a campaign, ad set or ad. Amounts are in minor units of the ad account's currency. */
export interface Line {
  kind: Kind
  id: string
  name: string | null
  status: string
  effectiveStatus: string
  dailyBudget: number | null
  lifetimeBudget: number | null
  issues: Ad['issues']
  /** The number of objects directly below it: the ad sets of a campaign, the ads of an ad set. */
  below: number
  /**
   * The number of ads that run once this object is active too, in active ad sets, if the objects above it are active.
   */
  ads: number
  /**
   * The sums of the daily and of the lifetime budgets from which those ads spend: the campaign's, or else those of
   * their ad sets.
   */
  budgets: { daily: number; lifetime: number }
  /** The kind of the nearest object above it that is not active, so that nothing runs; null if all are active. */
  stoppedBy: Kind | null
}

const isActive = ({ status }: { status: string }) => status === 'active'

function budgetsOf(campaign: Campaign, adSets: readonly AdSet[]): Line['budgets'] {
  const holders = campaign.dailyBudget !== null || campaign.lifetimeBudget !== null ? [campaign] : adSets
  const sum = (name: 'dailyBudget' | 'lifetimeBudget') =>
    holders.reduce((total, holder) => total + (holder[name] ?? 0), 0)
  return { daily: sum('dailyBudget'), lifetime: sum('lifetimeBudget') }
}

function adLine(ad: Ad, adSet: AdSet, campaign: Campaign): Line {
  const { id, name, status, effectiveStatus, issues } = ad
  const budgets = budgetsOf(campaign, [adSet])
  const stoppedBy = isActive(adSet) ? (isActive(campaign) ? null : 'campaign') : 'adset'
  const own = { id, name, status, effectiveStatus, issues, dailyBudget: null, lifetimeBudget: null }
  return { kind: 'ad', ...own, below: 0, ads: 1, budgets, stoppedBy }
}

function adSetLine(adSet: AdSet, campaign: Campaign): Line {
  const { id, name, status, effectiveStatus, dailyBudget, lifetimeBudget } = adSet
  return {
    ...{ kind: 'adset', id, name, status, effectiveStatus, dailyBudget, lifetimeBudget, issues: [] },
    below: adSet.ads.length,
    ads: adSet.ads.filter(isActive).length,
    budgets: budgetsOf(campaign, [adSet]),
    stoppedBy: isActive(campaign) ? null : 'campaign',
  }
}

function campaignLine(campaign: Campaign): Line {
  const { id, name, status, effectiveStatus, dailyBudget, lifetimeBudget } = campaign
  const running = campaign.adSets.filter((adSet) => isActive(adSet) && adSet.ads.some(isActive))
  return {
    ...{ kind: 'campaign', id, name, status, effectiveStatus, dailyBudget, lifetimeBudget, issues: [] },
    below: campaign.adSets.length,
    ads: running.flatMap(({ ads }) => ads.filter(isActive)).length,
    budgets: budgetsOf(campaign, running),
    stoppedBy: null,
  }
}

/**
 * The visible lines of the tree, top to bottom. `open` has the ids of the campaigns and ad sets whose contents are
 * shown.
 */
export function linesOf(campaigns: readonly Campaign[], open: ReadonlySet<string>): Line[] {
  return campaigns.flatMap((campaign) => [
    campaignLine(campaign),
    ...(open.has(campaign.id) ? campaign.adSets : []).flatMap((adSet) => [
      adSetLine(adSet, campaign),
      ...(open.has(adSet.id) ? adSet.ads : []).map((ad) => adLine(ad, adSet, campaign)),
    ]),
  ])
}

/**
 * A sentence that says how many ads start to spend, and up to which budgets, if the object is activated. `money`
 * formats minor units.
 */
export function startWords(line: Line, money: (minor: number) => string): string {
  const { kind, ads, budgets, stoppedBy } = line
  if (stoppedBy) return `Nothing starts to spend yet: its ${kindNames[stoppedBy]} is not active.`
  if (ads === 0) return `Nothing starts to spend yet: the ${kindNames[kind]} has no active ad in an active ad set.`
  const what = ads === 1 ? 'One ad starts' : `${ads.toLocaleString('en')} ads start`
  const amounts = [
    ...(budgets.daily > 0 ? [`up to ${money(budgets.daily)} a day`] : []),
    ...(budgets.lifetime > 0 ? [`up to ${money(budgets.lifetime)} in all`] : []),
  ]
  return `${what} to spend${amounts.length > 0 ? ` ${amounts.join(' and ')}` : ''}.`
}
