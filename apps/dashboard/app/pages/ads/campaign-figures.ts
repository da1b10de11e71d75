import type { AdInsights } from '@carillon/client'
import { sumOfDecimals } from './money.ts'

/** The totals of a campaign over all days of a report; `spent` is in minor units of the currency. */
export interface CampaignFigures {
  spent: number
  impressions: number
  linkClicks: number
}

type Row = AdInsights['rows'][number]

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

/**
 * The totals of each campaign, keyed by its id, from daily rows whose `spend` is in `currency`. A campaign without a
 * row has no entry.
 */
export function figuresByCampaign(rows: readonly Row[], currency: string): ReadonlyMap<string, CampaignFigures> {
  const groups = Map.groupBy(
    rows.filter(({ campaignId }) => campaignId !== null),
    ({ campaignId }) => campaignId ?? '',
  )
  const entries = [...groups].map(([id, days]) => {
    const spent = sumOfDecimals(
      days.map(({ spend }) => spend),
      currency,
    )
    const figures = {
      spent,
      impressions: sum(days.map(({ impressions }) => impressions)),
      linkClicks: sum(days.map(({ linkClicks }) => linkClicks)),
    }
    return [id, figures] as const
  })
  return new Map(entries)
}

const counted = (count: number, one: string, several: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`

/**
 * The figures in words: "€12.30 spent, 1,204 impressions, 30 link clicks in 28 days"; for undefined, "No delivery in 28
 * days". `days` is the length of the report, `money` formats minor units.
 */
export function figuresWords(
  figures: CampaignFigures | undefined,
  { days, money }: { days: number; money(minor: number): string },
): string {
  if (!figures) return `No delivery in ${days} days`
  const { spent, impressions, linkClicks } = figures
  const results = [counted(impressions, 'impression', 'impressions'), counted(linkClicks, 'link click', 'link clicks')]
  return `${money(spent)} spent, ${results.join(', ')} in ${days} days`
}
