import type { Parameters } from '../../../meta/graph/parameters.ts'
import { badParameter, type RejectionName, rejection } from '../rejections.ts'

interface Regulation {
  /** The value of `regional_regulated_categories` that an ad set has to declare. */
  category: string
  /** The key of `regional_regulation_identities` that names who benefits from the ads. */
  beneficiary: string
  /** The key of `regional_regulation_identities` that names who pays for the ads. */
  payer: string
  noBeneficiary: RejectionName
  noPayer: RejectionName
}

/**
 * The countries whose laws require that an ad set names verified identities, keyed by ISO code. The ad account's
 * default beneficiary and payor do not count for ad sets created through the API. Thailand's keys have no prefix.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-campaign (read 2026-11-23)
 */
const REGULATIONS: Readonly<Record<string, Regulation>> = {
  SG: {
    category: 'SINGAPORE_UNIVERSAL',
    beneficiary: 'singapore_universal_beneficiary',
    payer: 'singapore_universal_payer',
    noBeneficiary: 'noSingaporeIdentity',
    noPayer: 'noSingaporeIdentity',
  },
  TW: {
    category: 'TAIWAN_UNIVERSAL',
    beneficiary: 'taiwan_universal_beneficiary',
    payer: 'taiwan_universal_payer',
    noBeneficiary: 'noTaiwanIdentity',
    noPayer: 'noTaiwanIdentity',
  },
  TH: {
    category: 'THAILAND_UNIVERSAL',
    beneficiary: 'universal_beneficiary',
    payer: 'universal_payer',
    noBeneficiary: 'noThailandBeneficiary',
    noPayer: 'noThailandPayer',
  },
}

/** The regulations that an ad set declares, with the identities that they require. */
export interface RegionalDeclaration {
  regionalCategories: string[]
  /** The ids of verified identities, keyed as in `regional_regulation_identities`. */
  regionalIdentities: Record<string, string>
}

/**
 * Reads `regional_regulated_categories`, the laws that an ad set declares, and `regional_regulation_identities`, the
 * ids of the verified beneficiary and payer for each of them. Both are empty if not sent.
 * @param countries the ISO codes of the countries in the audience
 * @throws GraphError for an invalid parameter, a missing category of a country in the audience (Singapore, Taiwan or
 *   Thailand), or a missing identity of a declared category
 */
export function readRegional(parameters: Parameters, countries: readonly string[]): RegionalDeclaration {
  const rows = Object.values(REGULATIONS)
  const regionalCategories = (parameters.list('regional_regulated_categories') ?? []).map(String)
  const unknown = regionalCategories.find((category) => !rows.some((row) => row.category === category))
  if (unknown !== undefined) throw badParameter('regional_regulated_categories', `${unknown} is not such a category.`)
  const identities = Object.entries(parameters.object('regional_regulation_identities') ?? {})
  const declared = rows.filter(({ category }) => regionalCategories.includes(category))
  for (const [key, id] of identities) {
    if (!declared.some(({ beneficiary, payer }) => key === beneficiary || key === payer)) {
      throw badParameter('regional_regulation_identities', `${key} does not belong to a declared category.`)
    }
    if (!/^\d+$/.test(String(id))) throw badParameter('regional_regulation_identities', `${key} is not an id.`)
  }
  const regionalIdentities = Object.fromEntries(identities.map(([key, id]) => [key, String(id)]))
  for (const [country, row] of Object.entries(REGULATIONS)) {
    if (!countries.includes(country) && !declared.includes(row)) continue
    const isDeclared = declared.includes(row)
    if (!isDeclared || regionalIdentities[row.beneficiary] === undefined) throw rejection(row.noBeneficiary)
    if (regionalIdentities[row.payer] === undefined) throw rejection(row.noPayer)
  }
  return { regionalCategories, regionalIdentities }
}
