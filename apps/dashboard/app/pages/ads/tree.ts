import type { AdTree } from '@carillon/client'

export type Campaign = AdTree['campaigns'][number]
export type AdSet = Campaign['adSets'][number]
export type Ad = AdSet['ads'][number]

export type Kind = 'campaign' | 'adset' | 'ad'

export const kindNames: Readonly<Record<Kind, string>> = { campaign: 'campaign', adset: 'ad set', ad: 'ad' }

/** One visible line of the tree. */
export interface Line {
  kind: Kind
  id: string
  name: string | null
  status: string
  effectiveStatus: string
  dailyBudget: number | null
  lifetimeBudget: number | null
  issues: Ad['issues']
  /** How many objects are below it. */
  below: number
  /** The ads that run once this object, too, is active. */
  ads: number
  /** Their ad sets with a daily budget of their own, or the campaign's. */
  budgets: { daily: number; lifetime: number }
  /** The kind above it that is not active, because of which nothing runs. */
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

/** The lines of the tree that are visible: those below an object only while it is open. */
export function linesOf(campaigns: readonly Campaign[], open: ReadonlySet<string>): Line[] {
  return campaigns.flatMap((campaign) => [
    campaignLine(campaign),
    ...(open.has(campaign.id) ? campaign.adSets : []).flatMap((adSet) => [
      adSetLine(adSet, campaign),
      ...(open.has(adSet.id) ? adSet.ads : []).map((ad) => adLine(ad, adSet, campaign)),
    ]),
  ])
}

/** The objects that start to spend when an object is activated. */
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
