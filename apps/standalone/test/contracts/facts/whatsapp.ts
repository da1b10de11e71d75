import { readCall } from './call-facts.ts'

const graph = 'graph.facebook.com/v25.0'
const ofNumbers = 'id|display_phone_number|verified_name|code_verification_status|quality_rating|status|is_on_biz_app'
const ofTemplates = 'name,language,status,category,components'
const signed = 'header: authorization=Bearer; query: appsecret_proof'

/** Calls with the token of an account. */
const ofAccounts: readonly string[] = [
  `messages.send POST ${graph}/{}/messages type=template | body: biz_opaque_callback_data messaging_product=whatsapp recipient_type=individual template template.components[].parameters template.components[].parameters[].text template.components[].parameters[].type=text template.components[].type=body template.language template.language.code template.name to type`,
  `numbers.deregister POST ${graph}/{}/deregister`,
  `numbers.list GET ${graph}/{}/phone_numbers | query: fields=*${ofNumbers} limit`,
  `numbers.register POST ${graph}/{}/register | body: messaging_product=whatsapp pin`,
  `subscriptions.create POST ${graph}/{}/subscribed_apps`,
  `subscriptions.delete DELETE ${graph}/{}/subscribed_apps`,
  `subscriptions.list GET ${graph}/{}/subscribed_apps`,
  `templates.list GET ${graph}/{}/message_templates fields=status | query: fields=status limit status=APPROVED`,
  `templates.list GET ${graph}/{}/message_templates fields=${ofTemplates} | query: fields limit`,
]

/** Logins, and calls with another proof. */
const others: readonly string[] = [
  `oauth.debug GET ${graph}/debug_token | query: access_token input_token`,
  `oauth.token GET ${graph}/oauth/access_token | query: client_id client_secret code`,
]

/** @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference (read 2026-11-23) */
export const whatsappCalls = [...ofAccounts.map((row) => readCall(row, signed)), ...others.map((row) => readCall(row))]
