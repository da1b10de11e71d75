import { type DocumentedResponses, noFields, type Responses } from '../drift.ts'
import { loginResponses } from '../meta/responses.ts'

/**
 * The response fields that the adapter relies on, keyed by operation.
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
const fields: Responses = {
  ...loginResponses,
  'subscriptions.create': noFields,
  'subscriptions.delete': noFields,
  'subscriptions.list': { data: 'list', 'data[].whatsapp_business_api_data.id': 'id' },
  'numbers.list': {
    data: 'list',
    'data[].id': 'id',
    'data[].display_phone_number?': 'text',
    'data[].verified_name?': 'text',
    'data[].code_verification_status?': ['VERIFIED', 'NOT_VERIFIED', 'EXPIRED'],
    'data[].status?': 'text',
    'data[].is_on_biz_app?': 'boolean',
    'data[].quality_rating?': ['GREEN', 'YELLOW', 'RED', 'UNKNOWN', 'NA'],
  },
  'numbers.register': noFields,
  'numbers.deregister': noFields,
  'templates.list': {
    data: 'list',
    'data[].name?': 'text',
    'data[].language?': 'text',
    'data[].category?': 'text',
    'data[].components?': 'list',
    'data[].components?[].type': 'text',
    'data[].components?[].format?': 'text',
    'data[].components?[].text?': 'text',
    'data[].components?[].buttons?': 'list',
    'data[].status': [
      ...['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'IN_APPEAL', 'PENDING_DELETION', 'DELETED'],
      ...['LIMIT_EXCEEDED', 'ARCHIVED'],
    ],
  },
  'messages.send': {
    'contacts?[].wa_id?': 'text',
    messages: 'list',
    'messages[].id': 'text',
    'messages[].message_status?': 'text',
  },
}

export const whatsappResponses: DocumentedResponses = { fields }
