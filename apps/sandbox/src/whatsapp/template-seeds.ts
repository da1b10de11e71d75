import type { Template } from './records.ts'

type Seed = Pick<Template, 'name' | 'components'> & Partial<Omit<Template, 'id' | 'wabaId'>>

const SEEDS: Seed[] = [
  { name: 'hello_world', components: [{ type: 'BODY', text: 'Welcome and congratulations.' }] },
  { name: 'order_update', components: [{ type: 'BODY', text: 'Hi {{1}}, order {{2}} is on its way.' }] },
  {
    name: 'order_update',
    language: 'de',
    components: [{ type: 'BODY', text: 'Hallo {{1}}, Bestellung {{2}} ist unterwegs.' }],
  },
  {
    name: 'appointment_reminder',
    parameterFormat: 'NAMED',
    components: [{ type: 'BODY', text: '{{customer_name}}, your appointment is on {{date}}.' }],
  },
  {
    name: 'invoice_ready',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Invoice {{1}}' },
      { type: 'BODY', text: 'Your invoice over {{1}} is ready.' },
    ],
  },
  {
    name: 'track_parcel',
    components: [
      { type: 'BODY', text: 'Your parcel has left.' },
      { type: 'FOOTER', text: 'Sandbox' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://example.com/track/{{1}}' }] },
    ],
  },
  {
    name: 'rate_us',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'How did you like {{1}}?' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'A lot' },
          { type: 'QUICK_REPLY', text: 'Not much' },
        ],
      },
    ],
  },
  {
    name: 'login_code',
    category: 'AUTHENTICATION',
    components: [{ type: 'BODY', text: '{{1}} is your verification code.' }],
  },
  { name: 'summer_sale', category: 'MARKETING', status: 'PAUSED', components: [{ type: 'BODY', text: 'Half price!' }] },
  { name: 'old_offer', category: 'MARKETING', status: 'DISABLED', components: [{ type: 'BODY', text: 'Old.' }] },
  { name: 'new_offer', category: 'MARKETING', status: 'PENDING', components: [{ type: 'BODY', text: 'New: {{1}}' }] },
  { name: 'bad_offer', category: 'MARKETING', status: 'REJECTED', components: [{ type: 'BODY', text: 'Bad.' }] },
]

/**
 * Returns the seeded message templates for the account `wabaId`, each with an id from `nextId`. They share their
 * `components` with the seeds, so that a caller has to clone them.
 */
export function templatesOf(wabaId: string, nextId: () => string): Template[] {
  return SEEDS.map((seed) => ({
    id: nextId(),
    wabaId,
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
    parameterFormat: 'POSITIONAL',
    ...seed,
  }))
}
