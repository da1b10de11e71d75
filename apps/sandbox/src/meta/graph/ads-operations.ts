import { keysOf } from '../../json.ts'
import type { State } from '../state/state.ts'
import { decodeSegment } from './decode-segment.ts'

/** The operation names of calls, keyed by method and edge, for lists and creations. */
const EDGES: Record<string, string> = {
  'GET adaccounts': 'ads.account.list',
  'GET owned_ad_accounts': 'ads.account.list',
  'GET client_ad_accounts': 'ads.account.list',
  'POST adaccount': 'ads.account.create',
  'GET campaigns': 'ads.campaign.list',
  'POST campaigns': 'ads.campaign.create',
  'GET adsets': 'ads.adset.list',
  'POST adsets': 'ads.adset.create',
  'GET adcreatives': 'ads.creative.list',
  'POST adcreatives': 'ads.creative.create',
  'GET ads': 'ads.ad.list',
  'POST ads': 'ads.ad.create',
  'GET leadgen_forms': 'ads.form.list',
  'GET leads': 'ads.lead.list',
}

const KINDS = {
  adAccounts: 'ads.account',
  campaigns: 'ads.campaign',
  adSets: 'ads.adset',
  ads: 'ads.ad',
  creatives: 'ads.creative',
  forms: 'ads.form',
  leads: 'ads.lead',
  reports: 'ads.report',
} as const

const VERBS: Record<string, string> = { GET: 'get', POST: 'update', DELETE: 'delete' }

/** Returns the operation name of a call on an object itself or on its insights; undefined for another `edge`. */
function ofKind(method: string, kind: string, edge: string | undefined): string | undefined {
  if (edge === undefined) return kind === 'ads.report' ? 'ads.report.status' : `${kind}.${VERBS[method] ?? method}`
  if (edge !== 'insights') return undefined
  if (kind === 'ads.report') return 'ads.report.rows'
  return method === 'POST' ? 'ads.report.start' : 'ads.insights.list'
}

/**
 * Returns the name of the operation of a call that concerns ads, such as `ads.campaign.list`, for faults and the
 * journal; undefined for other calls. `segments` is the path without the version.
 */
export function adsOperationOf(method: string, segments: string[], { ads }: State): string | undefined {
  const [id = '', edge] = segments.map(decodeSegment)
  const known = keysOf(KINDS).find((name) => ads[name].has(id))
  const kind = (known && KINDS[known]) ?? (id.startsWith('act_') ? KINDS.adAccounts : undefined)
  const named = kind === undefined ? undefined : ofKind(method, kind, edge)
  return named ?? (edge === undefined ? undefined : EDGES[`${method} ${edge}`])
}
