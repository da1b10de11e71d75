import { type Lead, type LeadForm, leadsPageSize } from '@carillon/domain'
import { ProviderError } from '../../error-rules.ts'
import { countOf, type Fields, idOf, listOf, textOf, textsOf, timeOf } from '../../json.ts'
import { graphPage } from '../../meta/graph.ts'
import { newCursorsOnly } from '../../new-cursors.ts'
import type { LeadPage } from '../../ports/ads.ts'
import { requiredId, requiredTime } from '../../required-fields.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { callAds } from './client.ts'
import { decodeLeadCursor, encodeLeadCursor, type LeadCursor } from './lead-cursor.ts'
import { readAdsList } from './list.ts'

const formFields = 'id,name,status,locale,created_time,leads_count,questions{key,label,type,options}'
const leadFields =
  'id,created_time,ad_id,ad_name,adset_id,campaign_id,campaign_name,form_id,is_organic,platform,field_data'

function questionOf(raw: Fields): LeadForm['questions'][number] {
  return {
    key: textOf(raw['key']),
    label: textOf(raw['label']),
    type: textOf(raw['type']),
    options: listOf(raw['options']).map((option) => ({ key: textOf(option['key']), value: textOf(option['value']) })),
  }
}

function formOf(raw: Fields): LeadForm {
  return {
    id: requiredId(raw),
    name: textOf(raw['name']),
    status: textOf(raw['status'])?.toLowerCase() ?? null,
    locale: textOf(raw['locale']),
    leadsCount: countOf(raw['leads_count']),
    createdAt: timeOf(raw['created_time']),
    questions: listOf(raw['questions']).map(questionOf),
  }
}

function fieldOf(raw: Fields): Lead['fields'] {
  const name = textOf(raw['name'])
  return name === null ? [] : [{ name, values: textsOf(raw['values']) }]
}

/**
 * Converts a lead of Graph.
 * @throws ProviderError `provider_error` with the outcome `indeterminate` if the id or the creation time is missing
 */
function leadOf(raw: Fields, formId: string): Lead {
  return {
    id: requiredId(raw),
    formId: idOf(raw['form_id']) ?? formId,
    createdAt: requiredTime(raw, 'created_time'),
    adId: idOf(raw['ad_id']),
    adName: textOf(raw['ad_name']),
    adSetId: idOf(raw['adset_id']),
    campaignId: idOf(raw['campaign_id']),
    campaignName: textOf(raw['campaign_name']),
    isOrganic: raw['is_organic'] === true,
    platform: textOf(raw['platform']),
    fields: listOf(raw['field_data']).flatMap(fieldOf),
  }
}

/**
 * Reads all lead forms of the Page.
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/guides/lead-ads/retrieving (read
 * 2026-11-20)
 */
async function listForms(call: FacebookCall): Promise<LeadForm[]> {
  const { pageId } = requirePage(call)
  const { items } = await readAdsList(call, {
    purpose: 'leads',
    adAccountId: null,
    absent: 'ad_object_not_found',
    as: 'page',
    path: `/${pageId}/leadgen_forms`,
    operation: 'ads.form.list',
    query: { fields: formFields },
    sizes: [100, 25],
  })
  return items.map(formOf)
}

interface LeadQuery {
  /** Unix seconds. Only leads created at or after this time are returned; all if null. */
  since: number | null
  cursor: LeadCursor | null
}

function filtersOf({ since, cursor }: LeadQuery): { field: string; operator: string; value: number }[] {
  const field = 'time_created'
  return [
    ...(since === null ? [] : [{ field, operator: 'GREATER_THAN_OR_EQUAL', value: since }]),
    // The last page may have ended between leads of the same second, so that second is read again.
    ...(cursor === null ? [] : [{ field, operator: 'LESS_THAN', value: cursor.second + 1 }]),
  ]
}

/**
 * Reads the newest leads of one form that follow the position `query.cursor`, at least one more than fits on a page if
 * there are so many. Unverified: Meta lists leads newest first.
 * @throws ProviderError if a page cannot be read, or leads back to one that was read
 */
async function readLeads(call: FacebookCall, { id: formId }: LeadForm, query: LeadQuery): Promise<Lead[]> {
  const shown = new Set(query.cursor?.shown)
  const filtering = filtersOf(query)
  const leads: Lead[] = []
  const next = newCursorsOnly()
  let after: string | undefined
  // One lead more than a page holds shows whether there is a next page.
  while (leads.length <= leadsPageSize) {
    const body = await callAds(call, {
      purpose: 'leads',
      adAccountId: null,
      absent: 'ad_object_not_found',
      as: 'page',
      method: 'GET',
      path: `/${formId}/leads`,
      operation: 'ads.lead.list',
      query: { fields: leadFields, limit: leadsPageSize, after, ...(filtering.length > 0 && { filtering }) },
    })
    const page = graphPage(body)
    leads.push(...page.items.map((raw) => leadOf(raw, formId)).filter(({ id }) => !shown.has(id)))
    if (page.after === null) break
    after = next(page.after)
  }
  return leads
}

function newestFirst(a: Lead, b: Lead): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0
}

function secondOf({ createdAt }: Lead): number {
  return Math.floor(Date.parse(createdAt) / 1000)
}

function cursorAfter(page: readonly Lead[], before: LeadCursor | null): LeadCursor | null {
  const last = page.at(-1)
  if (last === undefined) return null
  const second = secondOf(last)
  const earlier = before?.second === second ? before.shown : []
  const now = page.filter((lead) => secondOf(lead) === second).map(({ id }) => id)
  return { second, shown: [...earlier, ...now] }
}

const formsAtOnce = 4

/**
 * Reads the newest leads of several forms, as `readLeads` does, of a few forms at the same time. A form that was
 * deleted after the forms were listed has no leads. Since Meta rejects a form that the user may not read in the same
 * way, a form counts as deleted only if a new list of the forms does not contain it, or contains it as deleted.
 * @throws ProviderError if the leads of a form, or the new list, cannot be read; no further forms are read then
 */
async function readAllForms(call: FacebookCall, forms: readonly LeadForm[], query: LeadQuery): Promise<Lead[]> {
  const left = [...forms]
  const leads: Lead[] = []
  let listed: Promise<LeadForm[]> | undefined
  async function readForm(form: LeadForm): Promise<Lead[]> {
    try {
      return await readLeads(call, form, query)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.code !== 'ad_object_not_found') throw error
      listed ??= listForms(call)
      if ((await listed).some(({ id, status }) => id === form.id && status !== 'deleted')) throw error
      return []
    }
  }
  async function readNext(): Promise<void> {
    for (let form = left.shift(); form; form = left.shift()) leads.push(...(await readForm(form)))
  }
  try {
    await Promise.all(Array.from({ length: formsAtOnce }, readNext))
  } catch (error) {
    left.length = 0
    throw error
  }
  return leads
}

/**
 * Reads all of the Page's lead forms, and one page of up to 100 leads, newest first, of one form or (`formId` null) of
 * all forms. `since` (ISO 8601) omits leads created before; null for no limit. `cursor` is `nextCursor` of the page
 * before; null for the first page.
 * @throws ProviderError `ad_object_not_found` if the Page has no form `formId`; `invalid_request` if `cursor` is
 *   invalid; `page_not_selected` if the connection has no Page
 */
export async function listLeads(
  call: FacebookCall,
  { formId, since, cursor }: { formId: string | null; since: string | null; cursor: string | null },
): Promise<LeadPage> {
  requirePage(call)
  const start = cursor === null ? null : decodeLeadCursor(cursor)
  const forms = await listForms(call)
  const wanted = formId === null ? forms : forms.filter(({ id }) => id === formId)
  if (formId !== null && wanted.length === 0) throw new ProviderError('ad_object_not_found', undefined, 'rejected')
  const withLeads = wanted.filter(({ leadsCount }) => leadsCount !== 0)
  const query = { since: since === null ? null : Math.floor(Date.parse(since) / 1000), cursor: start }
  const [only] = withLeads
  const reading = formId !== null && only ? readLeads(call, only, query) : readAllForms(call, withLeads, query)
  const found = (await reading).sort(newestFirst)
  const leads = found.slice(0, leadsPageSize)
  const next = found.length > leadsPageSize ? cursorAfter(leads, start) : null
  return { forms, leads, nextCursor: next && encodeLeadCursor(next) }
}
