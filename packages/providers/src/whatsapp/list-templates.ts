import type { Template } from '@carillon/domain'
import { type Fields, listOf, textOf } from '../json.ts'
import { graphPage, requiredText } from '../meta/graph.ts'
import { readPages } from '../meta/read-pages.ts'
import { callWhatsApp, type WhatsAppCall } from './client.ts'
import { listDialect } from './errors.ts'

const pageSize = 100
/** The maximum number of pages that are read: WhatsApp may return pages that are partly filled or empty. */
const maxPages = 100

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
 * @throws ProviderError `reconnect_required` if the access to the business account was revoked; `provider_error` if the
 *   list cannot be read to its end; otherwise the rejection of WhatsApp
 * @see https://github.com/facebook/openapi (read 2026-11-25)
 */
export async function listTemplates(call: WhatsAppCall, max: number): Promise<Template[]> {
  const { token, businessAccountId } = call.account.credentials
  const readPage = async (after: string | undefined) =>
    graphPage(
      await callWhatsApp(call, listDialect, {
        method: 'GET',
        path: `/${encodeURIComponent(businessAccountId)}/message_templates`,
        operation: 'templates.list',
        token,
        query: { fields: 'name,language,status,category,components', limit: pageSize, after },
      }),
    )
  const items = await readPages(readPage, { maxPages, maxItems: max })
  return items.slice(0, max).map(toTemplate)
}
