import { showForm } from './form.ts'
import { html, type Markup } from './markup.ts'
import { empty, type Place } from './place.ts'

/**
 * Example bodies for the actions that need one, keyed by action. docs/sandbox.md describes the bodies of the others.
 */
const EXAMPLES: Readonly<Record<string, object>> = {
  post: { text: 'Hello from the app' },
  comment: { on: '', text: 'Well said' },
  'comment-edit': { id: '', text: 'Better said' },
  'comment-delete': { id: '' },
  'comment-like': { id: '', count: 1 },
  'comment-hide': { id: '', hidden: true },
  'comment-spam': { id: '' },
  like: { postId: '' },
  message: { to: '', text: 'Hello', count: 1 },
  'message-block': { to: '', as: '', blocked: true },
  figures: { as: '', set: {} },
  ads: { campaigns: 1, adSets: 1, ads: 2 },
  lead: { count: 1 },
  'ad-review': { id: '', decision: 'approve' },
  'ad-eligibility': { post: '', eligible: false },
  'ads-settings': { reviewMs: 1000 },
  delivery: { sequence: ['sent', 'delivered', 'read'] },
  rejection: { code: 131000, times: 1 },
  quality: { to: '', quality: 'YELLOW' },
  payment: { valid: false },
  'template-status': { name: '', status: 'APPROVED' },
  'account-update': { event: 'ACCOUNT_RESTRICTION' },
  suspend: { suspended: true },
}

/**
 * Renders a form for each action in `acts`, the names in `POST /person/{name}` of the network `place.network`. The body
 * is entered as JSON.
 */
export function showActs({ place, acts }: { place: Place; acts: readonly string[] }): Markup {
  const forms = acts.map((act) => {
    const fields = [
      {
        name: '*',
        label: 'Body',
        kind: 'json' as const,
        value: JSON.stringify(EXAMPLES[act] ?? {}, null, 2),
        about: 'Fields that are left empty are not sent.',
      },
    ]
    const form = showForm({
      path: `/person/${act}`,
      key: `any-${act}`,
      fixed: { network: place.network },
      fields,
      button: 'Send',
    })
    return html`<details class="more"><summary>${act}</summary>${form}</details>`
  })
  return forms.length === 0 ? empty('Users of this network only consent.') : html`${forms}`
}
