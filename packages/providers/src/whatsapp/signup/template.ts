import type { AppCall } from '../../call-context.ts'
import type { SignupTarget } from '../../ports/signup.ts'
import { requiredItems } from '../../required-fields.ts'
import { callWhatsApp } from '../client.ts'
import { stepDialect } from './errors.ts'

const approved = 'APPROVED'

/**
 * Reads whether the business account has an approved template. Unverified: the filter `status`, which the documentation
 * does not list; if WhatsApp ignores it, only the newest hundred templates are searched.
 * @throws ProviderError `missing_scope` if the token cannot access the business account
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
export async function hasTemplate(call: AppCall, { token, businessAccountId }: SignupTarget): Promise<boolean> {
  const page = await callWhatsApp(call, stepDialect, {
    token,
    method: 'GET',
    path: `/${encodeURIComponent(businessAccountId)}/message_templates`,
    operation: 'templates.list',
    query: { fields: 'status', status: approved, limit: 100 },
  })
  return requiredItems(page, 'data').some(({ status }) => status === approved)
}
