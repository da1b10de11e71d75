import { minorOf } from './money.ts'

/** What somebody has entered to promote posts. */
export interface Plan {
  name: string
  postIds: readonly string[]
  /** In units of the currency; null while nothing is entered. */
  dailyBudget: number | null
  days: number | null
  countries: string
  beneficiary: string
  payor: string
  isActive: boolean
}

export const emptyPlan: Plan = {
  name: '',
  postIds: [],
  dailyBudget: null,
  days: 7,
  countries: '',
  beneficiary: '',
  payor: '',
  isActive: false,
}

/** The codes of countries in a text, in upper case. */
export function countriesIn(text: string): string[] {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((code) => code !== '')
}

/** The total in minor units; null until it is known. */
export function totalOf({ dailyBudget, days }: Plan, currency: string): number | null {
  if (dailyBudget === null || days === null) return null
  return minorOf(dailyBudget, currency) * days
}

export interface Terms {
  currency: string
  minDailyBudget: number | null
  money(minor: number): string
}

/** What keeps a plan from being sent; null if nothing does. */
export function problemOf(plan: Plan, { currency, minDailyBudget, money }: Terms): string | null {
  const { name, postIds, dailyBudget, days } = plan
  if (name.trim() === '') return 'Enter a name.'
  if (postIds.length === 0) return 'Choose a post.'
  if (dailyBudget === null || minorOf(dailyBudget, currency) < 1) return 'Enter a daily budget.'
  if (minDailyBudget !== null && minorOf(dailyBudget, currency) < minDailyBudget) {
    return `The daily budget must be ${money(minDailyBudget)} or more.`
  }
  if (days === null || days < 1 || !Number.isInteger(days)) return 'Enter the number of days.'
  const codes = countriesIn(plan.countries)
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong) return `${wrong} is not the code of a country. Codes have two letters, such as US or SE.`
  return codes.length === 0 ? 'Enter a country.' : null
}

const dayMs = 86_400_000

/** The campaign to create, from now on for as many days as were entered. */
export function campaignOf(plan: Plan, { currency }: Pick<Terms, 'currency'>, now: number) {
  const [beneficiary, payor] = [plan.beneficiary.trim(), plan.payor.trim()]
  return {
    name: plan.name.trim(),
    postIds: [...plan.postIds],
    countries: countriesIn(plan.countries),
    dailyBudget: minorOf(plan.dailyBudget ?? 0, currency),
    endTime: new Date(now + (plan.days ?? 0) * dayMs).toISOString(),
    status: plan.isActive ? ('active' as const) : ('paused' as const),
    ...(beneficiary && { dsaBeneficiary: beneficiary }),
    ...(payor && { dsaPayor: payor }),
  }
}
