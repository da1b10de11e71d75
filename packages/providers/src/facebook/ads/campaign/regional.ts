import { type RegulatedCountry, regulatedCountries } from '@carillon/domain'
import type { GraphParameters } from '../../../meta/graph.ts'
import type { NewCampaign } from '../../../ports/ads.ts'

interface Regulation {
  name: string
  /** The value of `regional_regulated_categories` in the ad set. */
  category: string
  /** The keys of the two ids in `regional_regulation_identities`. */
  beneficiary: string
  payer: string
}

/**
 * The countries in which ad sets must name verified identities. The ad account's defaults do not apply to ad sets that
 * are created through the API. Meta's reference requires Thailand's declaration "if errors 3858634 or 3858636 appear";
 * since ads for Thailand were rejected without it in October 2026, it is required here.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/ad-campaign (read 2026-11-23)
 */
const regulations: Readonly<Record<RegulatedCountry, Regulation>> = {
  SG: {
    name: 'Singapore',
    category: 'SINGAPORE_UNIVERSAL',
    beneficiary: 'singapore_universal_beneficiary',
    payer: 'singapore_universal_payer',
  },
  TW: {
    name: 'Taiwan',
    category: 'TAIWAN_UNIVERSAL',
    beneficiary: 'taiwan_universal_beneficiary',
    payer: 'taiwan_universal_payer',
  },
  TH: {
    name: 'Thailand',
    category: 'THAILAND_UNIVERSAL',
    beneficiary: 'universal_beneficiary',
    payer: 'universal_payer',
  },
}

type Regional = Pick<NewCampaign, 'countries' | 'regionalIdentities'>

/**
 * Returns the error message for a campaign that names no verified beneficiary and payer for one of its countries that
 * requires them, such as Singapore; null if none is missing.
 */
export function missingIdentities({ countries, regionalIdentities = {} }: Regional): string | null {
  const missing = regulatedCountries.find((code) => countries.includes(code) && !regionalIdentities[code])
  if (missing === undefined) return null
  return `Ads that can reach ${regulations[missing].name} must name verified identities: set regionalIdentities.${missing} with beneficiaryId and payorId, or remove ${missing} from countries.`
}

/**
 * Returns the parameters of an ad set that declare its verified beneficiary and payer for each of its countries that
 * requires them; `{}` without such a country. A country without an entry in `regionalIdentities` is omitted.
 */
export function regionalForm({ countries, regionalIdentities = {} }: Regional): GraphParameters {
  const rows = regulatedCountries.flatMap((code) => {
    const identity = countries.includes(code) ? regionalIdentities[code] : undefined
    return identity === undefined ? [] : [{ ...regulations[code], identity }]
  })
  if (rows.length === 0) return {}
  return {
    regional_regulated_categories: rows.map(({ category }) => category),
    regional_regulation_identities: Object.fromEntries(
      rows.flatMap(({ beneficiary, payer, identity }) => [
        [beneficiary, identity.beneficiaryId],
        [payer, identity.payorId],
      ]),
    ),
  }
}
