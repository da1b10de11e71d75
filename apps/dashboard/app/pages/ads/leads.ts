import type { AdLeadList } from '@carillon/client'

export type Lead = AdLeadList['leads'][number]

/** The distinct names of the questions that these leads answer, in the order of their first occurrence. */
export function questionsOf(leads: readonly Lead[]): string[] {
  return [...new Set(leads.flatMap(({ fields }) => fields.map(({ name }) => name)))]
}

/** The answers of a lead to a question, joined by commas; null if the lead has none. */
export function answerOf({ fields }: Lead, question: string): string | null {
  const values = fields.find(({ name }) => name === question)?.values
  return values ? values.join(', ') : null
}

/**
 * Leads as headers and rows of a CSV file, with a column for each question. A form is named by `formNames` (keyed by
 * form id), otherwise by its id.
 */
export function leadsTable(leads: readonly Lead[], formNames: ReadonlyMap<string, string | null>) {
  const questions = questionsOf(leads)
  return {
    headers: ['Created', 'Form', 'Campaign', 'Ad', ...questions],
    rows: leads.map((lead) => [
      lead.createdAt,
      formNames.get(lead.formId) ?? lead.formId,
      lead.isOrganic ? 'Organic' : lead.campaignName,
      lead.adName,
      ...questions.map((question) => answerOf(lead, question)),
    ]),
  }
}
