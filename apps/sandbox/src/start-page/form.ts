import { html, type Markup, nothing } from './markup.ts'

/** A field in the form of an action. */
export interface FormField {
  name: string
  label: string
  /** How the value is sent: as a string, a number, a boolean, or JSON. */
  kind?: 'text' | 'number' | 'boolean' | 'json' | 'long'
  value?: string
  required?: boolean
  /** Values to choose from; those of an open list are proposals. */
  options?: readonly string[]
  open?: boolean
  about?: string
}

export interface ActForm {
  /** The endpoint that is called. */
  path: string
  method?: 'POST' | 'DELETE'
  /** Fields that are sent as they are, by name: any JSON. */
  fixed?: Readonly<Record<string, unknown>>
  fields?: readonly FormField[]
  button: string
  /** Tells forms of one page apart. */
  key: string
  /** The fields are in one line. */
  inline?: boolean
}

function input(field: FormField, id: string): Markup {
  const { name, kind = 'text', value = '', options = [], open = false, required = false } = field
  const need = required ? html` required` : nothing
  const type = kind === 'long' ? 'text' : kind
  if (options.length > 0 && !open) {
    const shown = options.map((option) =>
      option === value ? html`<option selected>${option}</option>` : html`<option>${option}</option>`,
    )
    return html`<select id="${id}" name="${name}" data-kind="${type}"${need}>${shown}</select>`
  }
  if (kind === 'long' || kind === 'json')
    return html`<textarea id="${id}" name="${name}" data-kind="${type}" rows="${kind === 'json' ? value.split('\n').length + 2 : 2}" dir="auto"${need}>${value}</textarea>`
  const mode = kind === 'number' ? html` inputmode="decimal"` : nothing
  const list = open ? html` list="${id}-values"` : nothing
  const values = open
    ? html`<datalist id="${id}-values">${options.map((option) => html`<option value="${option}">`)}</datalist>`
    : nothing
  return html`<input id="${id}" name="${name}" data-kind="${type}" value="${value}" autocomplete="off" dir="auto"${mode}${list}${need}>${values}`
}

/** Renders a form that calls one of the sandbox's endpoints with JSON. It needs the script of the page. */
export function showForm({
  path,
  method = 'POST',
  fixed = {},
  fields = [],
  button,
  key,
  inline = false,
}: ActForm): Markup {
  const shown = fields.map((field) => {
    const id = `${key}-${field.name}`
    const about = field.about === undefined ? nothing : html`<small>${field.about}</small>`
    return html`<div class="field"><label for="${id}">${field.label}</label>${input(field, id)}${about}</div>`
  })
  return html`<form class="act${inline ? ' inline' : ''}" data-path="${path}" data-method="${method}" data-fixed="${JSON.stringify(fixed)}">${shown}<button type="submit">${button}</button></form>`
}
