import { FAULT_NAMES, type FaultName, type FaultRule } from '../faults.ts'
import { showForm } from './form.ts'
import { html, type Markup } from './markup.ts'
import { empty, type Place } from './place.ts'

/** The effect of each fault on a call, in one line, as the start page lists it. */
const EFFECTS: Record<FaultName, string> = {
  'drop-before': 'The connection breaks before the call is received.',
  hang: 'The network does not receive the call, and there is no response.',
  'accept-then-drop': 'The call is carried out, then the connection breaks.',
  'accept-then-hang': 'The call is carried out, and there is no response.',
  'accept-then-slow': 'The call is carried out, and the response is late.',
  'accept-then-500': 'The call is carried out, and the response is 500.',
  unavailable: '503.',
  throttle: '429 with the headers of the network.',
  slow: 'The call is handled late.',
  truncate: 'The response is cut off in the middle.',
  deviate: 'The response differs from the documentation. It needs a field, or a response.',
  'revoke-token': 'Tokens stop working, at once or before the operation.',
  'quota-exhausted': 'The quota of the network is used up.',
  'upload-limit-exceeded': 'The network takes no more uploads.',
}

function describe(rule: FaultRule): string {
  const { fault: _fault, network: _network, ...details } = rule
  const parts = Object.entries(details).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  )
  return parts.length === 0 ? 'every call, until cleared' : parts.join(', ')
}

interface FaultView {
  place: Place
  rules: readonly FaultRule[]
  /** The names of the operations that have been called, which the form offers as suggestions. */
  operations: readonly string[]
}

/** Renders the pending faults of a network, and a form that sets another fault. */
export function showFaults({ place, rules, operations }: FaultView): Markup {
  const { network } = place
  const own = rules.filter((rule) => rule.network === network)
  const list = own.map((rule) => html`<li><b>${rule.fault}</b> <span class="note">${describe(rule)}</span></li>`)
  const clear = showForm({
    path: `/faults?network=${network}`,
    method: 'DELETE',
    key: 'clear-faults',
    button: 'Clear all',
    inline: true,
  })
  const form = showForm({
    path: '/faults',
    key: 'fault',
    fixed: { network },
    fields: [
      { name: 'fault', label: 'What fails', options: FAULT_NAMES },
      { name: 'operation', label: 'Operation', options: operations, open: true, about: 'Left empty: every call.' },
      { name: 'times', label: 'How many calls', kind: 'number', value: '1', about: 'Left empty: until cleared.' },
      { name: 'delayMs', label: 'Delay in milliseconds', kind: 'number' },
      { name: 'probability', label: 'Probability', kind: 'number', about: 'Above 0, at most 1.' },
      { name: 'as', label: 'Account', about: 'For revoke-token: a handle. Left empty: everybody.' },
      { name: 'field', label: 'Field', about: 'For deviate: a path such as data[].id.' },
    ],
    button: 'Set the fault',
  })
  const effects = FAULT_NAMES.map((name) => html`<div><dt>${name}</dt><dd>${EFFECTS[name]}</dd></div>`)
  return html`<section><h3>Waiting <small>${own.length}</small></h3>${own.length === 0 ? empty('Every call works.') : html`<ul class="lines">${list}</ul>${clear}`}</section>
<div class="two"><section><h3>Set a fault</h3>${form}</section><section><h3>What the faults do</h3><dl class="effects">${effects}</dl></section></div>`
}
