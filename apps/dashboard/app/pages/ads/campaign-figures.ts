import type { AdInsights } from '@carillon/client'
import { sumOfDecimals } from './money.ts'

/** What a campaign has cost and brought in the days of a report. */
export interface CampaignFigures {
  spent: number
  impressions: number
  linkClicks: number
}

type Row = AdInsights['rows'][number]

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** The figures of each campaign by its id; one without delivery has none. */
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

/** The figures in words: "€12.30 spent, 1,204 impressions, 30 link clicks in 28 days". */
export function figuresWords(
  figures: CampaignFigures | undefined,
  { days, money }: { days: number; money(minor: number): string },
): string {
  if (!figures) return `No delivery in ${days} days`
  const { spent, impressions, linkClicks } = figures
  const results = [counted(impressions, 'impression', 'impressions'), counted(linkClicks, 'link click', 'link clicks')]
  return `${money(spent)} spent, ${results.join(', ')} in ${days} days`
}
