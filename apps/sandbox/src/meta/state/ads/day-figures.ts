/** What an ad achieved on a day; `spend` in the currency's minor unit. */
export interface DayFigures {
  impressions: number
  reach: number
  clicks: number
  linkClicks: number
  leads: number
  spend: number
}
