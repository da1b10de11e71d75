import { html, type Markup, nothing } from './markup.ts'

/** An input field of a form. */
export interface FormField {
  name: string
  label: string
  /**
   * How the value is sent: as a string (`text`, the default; `long` for a multi-line input), a number, a boolean or
   * parsed JSON.
   */
  kind?: 'text' | 'number' | 'boolean' | 'json' | 'long'
  /** The initial value. */
  value?: string
  required?: boolean
  /** Values to choose from. If `open` is true, they are suggestions and any other value can be entered. */
  options?: readonly string[]
  open?: boolean
  /** An explanation below the input. */
  about?: string
}

export interface ActForm {
  /** The path of the sandbox endpoint to which the form is sent. */
  path: string
  method?: 'POST' | 'DELETE'
  /** JSON values that are sent along with the fields, keyed by field name. The user of the page cannot change them. */
  fixed?: Readonly<Record<string, unknown>>
  fields?: readonly FormField[]
  button: string
  /** A prefix for the ids of the inputs, unique among the forms of one page. */
  key: string
  /** Whether the fields are shown in one line. */
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

/**
 * Renders a form that calls one of the sandbox's endpoints with JSON. The form does nothing without the script of the
 * start page.
 */
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
