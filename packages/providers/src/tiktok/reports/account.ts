import type { Fields } from '../../json.ts'
import { readApi } from '../client.ts'
import type { TikTokCall } from '../credentials.ts'

/**
 * Reads fields of the account from TikTok; `{}` without a call if `fields` is empty. Daily fields are read for the days
 * of `window` (ISO 8601 dates), both inclusive; with null, the request contains no days.
 * @throws ProviderError `rate_limited` if the rate limit is used up; otherwise the rejection of TikTok
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export async function readAccount(
  call: TikTokCall,
  fields: readonly string[],
  window: { startDate: string; endDate: string } | null = null,
): Promise<Fields> {
  if (fields.length === 0) return {}
  return readApi(call, {
    path: '/business/get/',
    operation: 'accounts.get',
    timeoutMs: 20_000,
    query: {
      fields: JSON.stringify(fields),
      ...(window && { start_date: window.startDate, end_date: window.endDate }),
    },
  })
}
