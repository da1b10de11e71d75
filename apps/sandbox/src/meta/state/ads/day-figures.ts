/** The metrics of an ad on one day. `spend` is in the currency's minor unit. */
export interface DayFigures {
  impressions: number
  reach: number
  clicks: number
  linkClicks: number
  leads: number
  spend: number
}
