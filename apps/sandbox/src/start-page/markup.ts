import { escapeHtml } from '../html.ts'

/** Markup made by `html`. */
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

/** A template whose values are escaped unless they are markup already. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(textOf)))
}

export const nothing = new Markup('')

/** A text by a user: never markup, and isolated from its surroundings whatever its direction. */
export function written(text: string): Markup {
  return html`<span class="written" dir="auto">${text}</span>`
}
