import { escapeHtml } from '../html.ts'

/** HTML that is safe to insert without escaping. Build it with the `html` template tag. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | readonly Markup[]

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text
  return typeof value === 'object' ? value.map(textOf).join('') : escapeHtml(String(value))
}

/** Builds HTML from a template. Values are escaped unless they are `Markup`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(textOf)))
}

export const nothing = new Markup('')

/** Renders text written by a user. It is escaped, and its writing direction does not affect the text around it. */
export function written(text: string): Markup {
  return html`<span class="written" dir="auto">${text}</span>`
}
