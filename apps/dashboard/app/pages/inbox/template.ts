/** A template as `GET /messages/templates` lists it. */
export interface Template {
  name: string
  language: string
  status: string
  category: string | null
  components: readonly {
    type: string
    format: string | null
    text: string | null
    buttons: readonly { type: string; text: string; url: string | null }[]
  }[]
}

/**
 * The text of a template with its placeholders filled: `{{1}}` is the first value. A placeholder without a value, or
 * with an empty one, stays as it is.
 */
export function filledTemplate(text: string, values: readonly string[]): string {
  return text.replaceAll(/\{\{(\d+)\}\}/g, (placeholder, number: string) => values[Number(number) - 1] || placeholder)
}

/** The number of values that a text needs: the largest number of its placeholders; 0 without any. */
export function placeholdersIn(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number)))
}

const componentOf = ({ components }: Template, type: string) => components.find((one) => one.type === type)

export const bodyOf = (template: Template): string => componentOf(template, 'body')?.text ?? ''

const hasPlaceholder = (text: string | null) => text !== null && /\{\{[^}]+\}\}/.test(text)

/**
 * A sentence for the user: why a template cannot be sent with at most `maxParameters` values for its body; null if it
 * can.
 */
export function obstacleOf(template: Template, maxParameters: number): string | null {
  const { status } = template
  if (status !== 'approved') return `Its status is ${status.replaceAll('_', ' ')}: only approved templates can be sent.`
  const header = componentOf(template, 'header')
  if (header && header.format !== 'text' && header.format !== null) return `It needs a header of type ${header.format}.`
  if (hasPlaceholder(header?.text ?? null)) return 'It has a placeholder in its header.'
  const buttons = template.components.flatMap((component) => component.buttons)
  if (buttons.some(({ url }) => hasPlaceholder(url))) return 'It has a placeholder in a button.'
  const body = bodyOf(template)
  if (/\{\{\s*[^\d\s}][^}]*\}\}/.test(body)) return 'Its placeholders have names instead of numbers.'
  const count = placeholdersIn(body)
  return count > maxParameters ? `It has ${count} placeholders; the maximum is ${maxParameters}.` : null
}

/** The key of a template within an account: its name and language, as names are only unique within a language. */
export const keyOf = ({ name, language }: Pick<Template, 'name' | 'language'>): string => `${name} ${language}`

/** Templates as options of a select, those that can be sent first; the others say that they cannot be. */
export function templateOptions(templates: readonly Template[], maxParameters: number) {
  const options = templates.map((template) => {
    const isSendable = obstacleOf(template, maxParameters) === null
    const { name, language, status } = template
    const note = isSendable
      ? ''
      : ` · ${status === 'approved' ? 'cannot be sent from here' : status.replaceAll('_', ' ')}`
    return { value: keyOf(template), label: `${name} · ${language}${note}`, isSendable }
  })
  return options.toSorted((a, b) => Number(b.isSendable) - Number(a.isSendable))
}
