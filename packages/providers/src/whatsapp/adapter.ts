import type { Adapter } from '../adapter.ts'
import { settings } from '../settings.ts'
import { parseCredentials, type WhatsAppCredentials } from './credentials.ts'
import { listDialect, sendDialect } from './errors.ts'
import { whatsappResponses } from './responses.ts'
import { deregisterDialect, exchangeDialect, registerDialect } from './signup/errors.ts'
import { whatsappSignup } from './signup/port.ts'
import { whatsappTemplates } from './templates.ts'
import { whatsappUserRequests } from './user-requests.ts'
import { whatsappWebhook } from './webhook/port.ts'

export const whatsapp: Adapter<'whatsapp', WhatsAppCredentials> = {
  settings: settings.whatsapp,
  credentials: { parse: parseCredentials },
  responses: whatsappResponses,
  errors: {
    'sending messages': sendDialect,
    'listing templates': listDialect,
    'signing up': exchangeDialect,
    'registering a number': registerDialect,
    'deregistering a number': deregisterDialect,
  },
  templates: whatsappTemplates,
  webhook: whatsappWebhook,
  signup: whatsappSignup,
  userRequests: whatsappUserRequests,
}
