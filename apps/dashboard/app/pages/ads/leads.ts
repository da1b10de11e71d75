import type { AdLeadList } from '@carillon/client'

export type Lead = AdLeadList['leads'][number]

/** The questions that were answered, in the order in which they occur. */
export function questionsOf(leads: readonly Lead[]): string[] {
  return [...new Set(leads.flatMap(({ fields }) => fields.map(({ name }) => name)))]
}

/** The answers of a lead to a question, as one text. */
export function answerOf({ fields }: Lead, question: string): string | null {
  const values = fields.find(({ name }) => name === question)?.values
  return values ? values.join(', ') : null
}

/** Leads as a table for a file. */
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
