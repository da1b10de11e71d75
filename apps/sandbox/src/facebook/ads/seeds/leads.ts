import { DAY_MS, HOUR_MS } from '../../../meta/graph/graph-time.ts'
import type { Lead, LeadForm } from '../../../meta/state/ads/records.ts'
import type { State } from '../../../meta/state/state.ts'

/** Adds a lead form to a Page. By default, it is active, was created 80 days ago, and has three sample questions. */
export function addForm(state: State, given: Pick<LeadForm, 'pageId' | 'name'> & Partial<LeadForm>): LeadForm {
  const form: LeadForm = {
    id: state.nextId('10', 16),
    status: 'ACTIVE',
    locale: 'en_US',
    createdAt: state.now() - 80 * DAY_MS,
    questions: [
      { key: 'full_name', label: 'Full name', type: 'FULL_NAME' },
      { key: 'email', label: 'Email', type: 'EMAIL' },
      {
        key: 'which_trip',
        label: 'Which trip?',
        type: 'CUSTOM',
        options: [
          { key: 'coast', value: 'The coast' },
          { key: 'hills', value: 'The hills' },
        ],
      },
    ],
    ...given,
  }
  state.ads.forms.set(form.id, form)
  return form
}

const FIRST_NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Ken']
const LAST_NAMES = ['Reyes', 'Okafor', 'Lindholm', 'Tanaka', 'Moreau', 'Novak', 'Haddad']

/**
 * Adds a lead to a form. The platform and the field values are sample data that depend only on `at`, the lead's number.
 * `adId` is null for an organic lead, and `createdAt` is in ms since the epoch.
 */
export function addLead(
  state: State,
  form: LeadForm,
  given: { at: number; adId: string | null; createdAt: number },
): Lead {
  const { at, adId, createdAt } = given
  const name = `${FIRST_NAMES[at % FIRST_NAMES.length]} ${LAST_NAMES[at % LAST_NAMES.length]}`
  const lead: Lead = {
    id: state.nextId('11', 16),
    formId: form.id,
    adId,
    platform: at % 3 === 0 ? 'ig' : 'fb',
    createdAt,
    fields: [
      { name: 'full_name', values: [name] },
      { name: 'email', values: [`lead${at}@example.com`] },
      { name: 'which_trip', values: [at % 2 === 0 ? 'coast' : 'hills'] },
    ],
  }
  state.ads.leads.set(lead.id, lead)
  return lead
}

/** Every sixth lead of a form is organic, that is, without an ad. */
const ORGANIC_EVERY = 6

/**
 * Adds `count` leads to a form, two hours apart; the newest is three hours old. They are distributed over the ads in
 * `adIds`, but every sixth lead, beginning with the first, is organic: without an ad. If `adIds` is empty, all are
 * organic.
 */
export function seedLeads(state: State, form: LeadForm, { count, adIds }: { count: number; adIds: string[] }): void {
  for (let at = 0; at < count; at += 1) {
    const adId = at % ORGANIC_EVERY === 0 ? null : (adIds[at % adIds.length] ?? null)
    addLead(state, form, { at, adId, createdAt: state.now() - HOUR_MS * (1 + 2 * (count - at)) })
  }
}
