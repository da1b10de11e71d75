import { minorOf } from './money.ts'
import type { NewCampaign } from './use-ads.ts'

export type BudgetKind = 'daily' | 'lifetime'

/** The input of the form that promotes posts, as entered: texts are not trimmed or validated yet. */
export interface Plan {
  name: string
  postIds: readonly string[]
  budgetKind: BudgetKind
  /** In units of the currency, such as euros: per day or in total, by `budgetKind`. Null while nothing is entered. */
  budget: number | null
  days: number | null
  /** When the campaign starts, in the viewer's time zone, as `2026-11-22T12:00`; empty to start at once. */
  start: string
  countries: string
  /** The minimum and maximum age in years; null where nothing is entered, so that the network's own bound applies. */
  ageMin: number | null
  ageMax: number | null
  categories: readonly string[]
  beneficiary: string
  payor: string
  /**
   * The ids of the verified identities behind the ads, keyed by country code; entries of countries not in `countries`
   * are ignored.
   */
  identities: Readonly<Partial<Record<RegulatedCountry, Identity>>>
  isActive: boolean
}

export interface Identity {
  beneficiary: string
  payor: string
}

export type RegulatedCountry = keyof NonNullable<NewCampaign['regionalIdentities']>

/** The countries in which ads have to name verified identities: the code that the API uses, and the name. */
export const regulatedCountries: Readonly<Record<RegulatedCountry, string>> = {
  SG: 'Singapore',
  TW: 'Taiwan',
  TH: 'Thailand',
}

const isRegulated = (code: string): code is RegulatedCountry => Object.hasOwn(regulatedCountries, code)

type AdCategory = Exclude<NonNullable<NewCampaign['specialAdCategories']>[number], 'none'>

/** Ad topics with their own rules, as the API names them and in words. */
export const adCategories: Readonly<Record<AdCategory, string>> = {
  housing: 'Housing',
  employment: 'Employment',
  credit: 'Credit',
  financial_products_services: 'Financial products and services',
  issues_elections_politics: 'Social issues, elections or politics',
  online_gambling_and_gaming: 'Online gambling and gaming',
}

const isAdCategory = (value: string): value is AdCategory => Object.hasOwn(adCategories, value)

export const emptyPlan: Plan = {
  name: '',
  postIds: [],
  budgetKind: 'daily',
  budget: null,
  days: 7,
  start: '',
  countries: '',
  ageMin: null,
  ageMax: null,
  categories: [],
  beneficiary: '',
  payor: '',
  identities: {},
  isActive: false,
}

/**
 * The distinct country codes in a text, separated by spaces, commas or semicolons, in upper case and in order. They are
 * not checked.
 */
export function countriesIn(text: string): string[] {
  return [...new Set(text.toUpperCase().split(/[\s,;]+/))].filter((code) => code !== '')
}

/** The codes of the plan's countries in which ads have to name verified identities, in the order entered. */
export function regulatedIn({ countries }: Pick<Plan, 'countries'>): RegulatedCountry[] {
  return countriesIn(countries).filter(isRegulated)
}

/**
 * The codes of the members of the European Union, whose law requires an ad to name who benefits from it and who pays.
 */
const unionCountries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * The codes of the plan's countries in which an ad has to name who benefits and who pays; empty if the plan names both.
 */
export function unnamedIn({ countries, beneficiary, payor }: Plan): string[] {
  if (beneficiary.trim() !== '' && payor.trim() !== '') return []
  return countriesIn(countries).filter((code) => unionCountries.has(code))
}

/** The maximum that the campaign spends in all its days, in minor units of the currency; null until it is known. */
export function totalOf({ budgetKind, budget, days }: Plan, currency: string): number | null {
  if (budget === null) return null
  const minor = minorOf(budget, currency)
  if (budgetKind === 'lifetime') return minor
  return days === null ? null : minor * days
}

const dayMs = 86_400_000

/** Later times have years of more than four digits, which the service rejects. */
const lastEnd = Date.UTC(10_000, 0) - 1

/**
 * When the campaign starts and ends, in ms since 1970; an empty start is `now`. Null while the days are not entered,
 * the start is not valid, or the end is after the year 9999.
 */
export function periodOf({ start, days }: Plan, now: number): { from: number; to: number } | null {
  const from = start === '' ? now : Date.parse(start)
  const to = days === null ? Number.NaN : from + days * dayMs
  return to <= lastEnd ? { from, to } : null
}

export interface Terms {
  currency: string
  minDailyBudget: number | null
  money(minor: number): string
}

const ages = { min: 18, max: 65 } as const
const maxCountries = 50

function budgetProblem(plan: Plan, { currency, minDailyBudget, money }: Terms): string | null {
  const { budgetKind, budget, days } = plan
  if (budget === null || minorOf(budget, currency) < 1) return `Enter a ${budgetKind} budget.`
  if (days === null || days < 1 || !Number.isInteger(days)) return 'Enter the number of days.'
  if (budgetKind === 'daily' && days === 1) {
    return 'A daily budget is for more than one day. Enter 2 days or more, or choose a lifetime budget.'
  }
  const minimum = minDailyBudget === null ? 0 : minDailyBudget * (budgetKind === 'lifetime' ? days : 1)
  if (minorOf(budget, currency) >= minimum) return null
  const why = budgetKind === 'lifetime' ? `, which is the minimum for ${days === 1 ? 'one day' : `${days} days`}` : ''
  return `The ${budgetKind} budget must be ${money(minimum)} or more${why}.`
}

function audienceProblem({ countries, ageMin, ageMax }: Plan): string | null {
  const codes = countriesIn(countries)
  const wrong = codes.find((code) => !/^[A-Z]{2}$/.test(code))
  if (wrong) return `${wrong} is not the code of a country. Codes have two letters, such as US or SE.`
  if (codes.length === 0) return 'Enter a country.'
  if (codes.length > maxCountries) return `A campaign takes up to ${maxCountries} countries.`
  const [from, to] = [ageMin ?? ages.min, ageMax ?? ages.max]
  if (![from, to].every((age) => Number.isInteger(age) && age >= ages.min && age <= ages.max)) {
    return `Ages are ${ages.min} to ${ages.max}.`
  }
  return from > to ? 'The minimum age is above the maximum age.' : null
}

function identityProblem(plan: Plan): string | null {
  const missing = regulatedIn(plan).find((code) => {
    const { beneficiary = '', payor = '' } = plan.identities[code] ?? {}
    return ![beneficiary, payor].every((id) => /^\d{1,32}$/.test(id.trim()))
  })
  if (missing === undefined) return null
  return `Enter the ids of the verified identities for ${regulatedCountries[missing]}. Ids have digits only.`
}

/** A sentence for the user: the first reason why the plan cannot be sent at `now` (ms since 1970); null if it can. */
export function problemOf(plan: Plan, terms: Terms, now: number): string | null {
  if (plan.name.trim() === '') return 'Enter a name.'
  if (plan.postIds.length === 0) return 'Choose a post.'
  const budget = budgetProblem(plan, terms)
  if (budget !== null) return budget
  const period = periodOf(plan, now)
  if (period === null) return 'The campaign has to end before the year 10000.'
  if (period.from < now) return 'The start is in the past.'
  return audienceProblem(plan) ?? identityProblem(plan)
}

function identitiesOf(plan: Plan): NonNullable<NewCampaign['regionalIdentities']> {
  const rows = regulatedIn(plan).map((code) => {
    const { beneficiary = '', payor = '' } = plan.identities[code] ?? {}
    return [code, { beneficiaryId: beneficiary.trim(), payorId: payor.trim() }]
  })
  return Object.fromEntries(rows)
}

/**
 * The request body of a plan for which `problemOf` returns null. Budgets are in minor units; the campaign ends as many
 * days after its start, or after `now` (ms since 1970), as were entered.
 */
export function campaignOf(plan: Plan, { currency }: Pick<Terms, 'currency'>, now: number) {
  const [beneficiary, payor] = [plan.beneficiary.trim(), plan.payor.trim()]
  const period = periodOf(plan, now) ?? { from: now, to: now }
  const budget = minorOf(plan.budget ?? 0, currency)
  const { ageMin, ageMax, categories } = plan
  return {
    name: plan.name.trim(),
    postIds: [...plan.postIds],
    countries: countriesIn(plan.countries),
    ...(plan.budgetKind === 'daily' ? { dailyBudget: budget } : { lifetimeBudget: budget }),
    ...(plan.start !== '' && { startTime: new Date(period.from).toISOString() }),
    endTime: new Date(period.to).toISOString(),
    ...(ageMin !== null && { ageMin }),
    ...(ageMax !== null && { ageMax }),
    ...(categories.length > 0 && { specialAdCategories: categories.filter(isAdCategory) }),
    status: plan.isActive ? ('active' as const) : ('paused' as const),
    ...(beneficiary && { dsaBeneficiary: beneficiary }),
    ...(payor && { dsaPayor: payor }),
    ...(regulatedIn(plan).length > 0 && { regionalIdentities: identitiesOf(plan) }),
  }
}
