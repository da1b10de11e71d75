import { unescapeHtml } from '../html.ts'

/** A form of a page, as a simulated browser reads it before it fills it in. */
export interface Form {
  /** The absolute URL to which the form is posted. */
  action: string
  fields: { name: string; value: string; type: string; checked: boolean }[]
}

function attributes(tag: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name, value] of tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)) {
    if (name !== undefined) found[name] = unescapeHtml(value ?? '')
  }
  return found
}

/**
 * Returns the first form of a sandbox page that has a field `decision`, with its action resolved against `pageUrl`;
 * undefined if the page has no such form.
 */
export function findConsentForm(html: string, pageUrl: string): Form | undefined {
  for (const [, head, body] of html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
    if (head === undefined || body === undefined || !body.includes('name="decision"')) continue
    const fields = [...body.matchAll(/<(?:input|button)([^>]*)>/g)].map(([, tag = '']) => {
      const { name = '', value = '', type = 'submit', ...rest } = attributes(tag)
      return { name, value, type, checked: 'checked' in rest }
    })
    const { action } = attributes(head)
    return { action: action === undefined || action === '' ? pageUrl : new URL(action, pageUrl).href, fields }
  }
  return undefined
}
