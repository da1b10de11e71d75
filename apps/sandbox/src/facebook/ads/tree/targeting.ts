import type { Parameters } from '../../../meta/graph/parameters.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import { badParameter, rejection } from '../rejections.ts'
import { type RegionalDeclaration, readRegional } from './regional.ts'

/** The countries in which the Digital Services Act requires the beneficiary and payer of an ad. */
const EUROPEAN_UNION = [
  ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE'],
  ...['IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE'],
]

const MIN_AGE = 18
const MAX_AGE = 65

type Json = Record<string, unknown>

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function countriesOf(targeting: Json): string[] {
  const places = targeting['geo_locations']
  if (!isJson(places) || Object.keys(places).length === 0) throw rejection('noLocation')
  const countries = places['countries'] ?? []
  if (!Array.isArray(countries)) {
    throw badParameter('targeting', '(#100) param targeting[geo_locations][countries] must be an array.')
  }
  const names = countries.map(String)
  const unknown = names.find((name) => !/^[A-Z]{2}$/.test(name))
  if (unknown !== undefined) throw badParameter('targeting', `${unknown} is not the code of a country.`)
  if (names.length === 0 && Object.keys(places).length === 1) throw rejection('noLocation')
  return names
}

function age(targeting: Json, field: string, usual: number): number {
  const value = targeting[field] ?? usual
  if (typeof value === 'number' && Number.isInteger(value) && value >= 13 && value <= MAX_AGE) return value
  throw badParameter('targeting', `${field} must be a whole number from 13 to ${MAX_AGE}.`)
}

function checkAudience(targeting: Json): void {
  const [min, max] = [age(targeting, 'age_min', MIN_AGE), age(targeting, 'age_max', MAX_AGE)]
  if (min > max) throw badParameter('targeting', 'age_min is above age_max.')
  const automation = targeting['targeting_automation']
  const advantage = isJson(automation) ? automation['advantage_audience'] : undefined
  if (advantage !== 0 && advantage !== 1) throw rejection('advantageAudience')
  if (advantage === 1 && (max < MAX_AGE || min > 25)) throw rejection('advantageAges')
}

/** The audience of an ad set (`targeting`), and its declared beneficiary and payor; null if they are not declared. */
export interface Audience extends RegionalDeclaration {
  targeting: Json
  dsaBeneficiary: string | null
  dsaPayor: string | null
}

/**
 * Reads and checks the audience in `targeting`, and the beneficiary and payor of the ads, by default those of the ad
 * account. The Digital Services Act requires both in the EU. Other laws require similar declarations, without a
 * default, in Singapore, Taiwan and Thailand.
 * @throws GraphError with code 100 for an invalid audience or a missing declaration
 */
export function readAudience(account: AdAccount, parameters: Parameters): Audience {
  const targeting = parameters.object('targeting')
  if (targeting === undefined) throw badParameter('targeting', 'targeting is required, as a JSON object.')
  const countries = countriesOf(targeting)
  checkAudience(targeting)
  const dsaBeneficiary = parameters.text('dsa_beneficiary') ?? account.dsaBeneficiary
  const dsaPayor = parameters.text('dsa_payor') ?? account.dsaPayor
  if (countries.some((country) => EUROPEAN_UNION.includes(country))) {
    if (dsaBeneficiary === null || dsaBeneficiary === '') throw rejection('noBeneficiary')
    if (dsaPayor === null || dsaPayor === '') throw rejection('noPayor')
  }
  return { targeting, dsaBeneficiary, dsaPayor, ...readRegional(parameters, countries) }
}
