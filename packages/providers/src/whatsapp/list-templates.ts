import type { Template } from '@carillon/domain'
import { type Fields, listOf, textOf } from '../json.ts'
import { graphPage, requiredText } from '../meta/graph.ts'
import { callWhatsApp, type WhatsAppCall } from './client.ts'
import { sendDialect } from './errors.ts'

const pageSize = 100

const word = (value: unknown): string | null => textOf(value)?.toLowerCase() ?? null

function toComponent({ type, format, text, buttons }: Fields): Template['components'][number] {
  return {
    type: word(type) ?? '',
    format: word(format),
    text: textOf(text),
    buttons: listOf(buttons).map((button) => ({
      type: word(button['type']) ?? '',
      text: textOf(button['text']) ?? '',
      url: textOf(button['url']),
    })),
  }
}

function toTemplate(fields: Fields): Template {
  return {
    name: requiredText(fields, 'name'),
    language: requiredText(fields, 'language'),
    status: requiredText(fields, 'status').toLowerCase(),
    category: word(fields['category']),
    components: listOf(fields['components']).map(toComponent),
  }
}

/**
 * Reads up to `max` templates of the business account, in any status and in WhatsApp's order.
 * @throws ProviderError `reconnect_required` if the access to the business account was revoked; otherwise the rejection
 *   of WhatsApp
 * @see https://github.com/facebook/openapi (read 2026-11-25)
 */
export async function listTemplates(call: WhatsAppCall, max: number): Promise<Template[]> {
  const { token, businessAccountId } = call.account.credentials
  const templates: Template[] = []
  let after: string | null = null
  do {
    const page: Fields = await callWhatsApp(call, sendDialect, {
      method: 'GET',
      path: `/${encodeURIComponent(businessAccountId)}/message_templates`,
      operation: 'templates.list',
      token,
      query: { fields: 'name,language,status,category,components', limit: pageSize, after: after ?? undefined },
    })
    const read = graphPage(page)
    templates.push(...read.items.map(toTemplate))
    after = read.items.length === 0 ? null : read.after
  } while (after !== null && templates.length < max)
  return templates.slice(0, max)
}
