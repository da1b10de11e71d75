import { type Shape, show } from '../meta/graph/fields.ts'
import { GraphError, invalidParameter } from '../meta/graph/graph-error.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import { verifyCallback } from '../meta/push/verify-callback.ts'
import { requireScope, selectionsOf, showList } from './authority.ts'
import type { GraphCall, Handler } from './call.ts'
import { listedNumberShape } from './numbers.ts'
import type { Waba } from './records.ts'
import { listTemplates } from './templates.ts'

const PAGING = ['limit', 'after', 'before']

const wabaShape: Shape<Waba, GraphCall> = {
  type: 'WhatsAppBusinessAccount',
  defaults: ['id', 'name', 'timezone_id', 'message_template_namespace'],
  fields: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    currency: ({ currency }) => currency,
    timezone_id: ({ timezoneId }) => timezoneId,
    message_template_namespace: ({ id }) => `ns_${id}`,
    account_review_status: () => 'APPROVED',
    business_verification_status: () => 'verified',
    ownership_type: () => 'CLIENT_OWNED',
    country: () => 'US',
    status: ({ restricted }) => (restricted ? 'RESTRICTED' : 'ACTIVE'),
    owner_business_info: ({ businessId }, _selection, { state }) => ({
      id: businessId,
      name: state.businesses.get(businessId)?.name,
    }),
  },
  unset: ['on_behalf_of_business_info', 'primary_funding_id', 'health_status', 'is_enabled_for_insights'],
}

function manage(handle: Handler<Waba>, allowed: string[]): Handler<Waba> {
  return (waba, call) => {
    requireScope(call, 'whatsapp_business_management')
    allowOnly(call.parameters, allowed)
    return handle(waba, call)
  }
}

async function subscribe(waba: Waba, call: GraphCall): Promise<unknown> {
  const url = call.parameters.text('override_callback_uri')
  if (url === undefined) waba.callback = null
  else {
    const verifyToken = call.parameters.text('verify_token')
    if (verifyToken === undefined) throw invalidParameter('The parameter verify_token is required')
    const problem = await verifyCallback(url, verifyToken)
    if (problem !== null) throw new GraphError(`(#2200) Callback verification failed: ${problem}`, { code: 2200 })
    waba.callback = { url, verifyToken }
  }
  waba.subscribed = true
  return { success: true }
}

function listSubscriptions({ subscribed, callback }: Waba, { app }: GraphCall): unknown {
  const data = { link: 'https://www.facebook.com/games/', name: app.name, id: app.id }
  const override = callback === null ? {} : { override_callback_uri: callback.url }
  return { data: subscribed ? [{ whatsapp_business_api_data: data, ...override }] : [] }
}

/**
 * The handlers for a WhatsApp Business account, keyed by method and edge, such as `GET phone_numbers`; `GET` alone
 * reads the account.
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
export const WABA_EDGES: Record<string, Handler<Waba>> = {
  GET: manage((waba, call) => show(wabaShape, waba, selectionsOf(call), call), ['fields']),
  'GET phone_numbers': manage(
    ({ id }, call) => {
      const numbers = [...call.state.numbers.values()].filter(({ wabaId }) => wabaId === id)
      return showList(call, listedNumberShape, numbers)
    },
    ['fields', 'filtering', 'sort', ...PAGING],
  ),
  'GET message_templates': manage(listTemplates, ['fields', 'name', 'language', 'status', 'category', ...PAGING]),
  'GET subscribed_apps': manage(listSubscriptions, ['fields']),
  'POST subscribed_apps': manage(subscribe, ['override_callback_uri', 'verify_token']),
  'DELETE subscribed_apps': manage((waba) => {
    waba.subscribed = false
    waba.callback = null
    return { success: true }
  }, []),
}
