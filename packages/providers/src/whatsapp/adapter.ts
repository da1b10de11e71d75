import type { Adapter } from '../adapter.ts'
import { settings } from '../settings.ts'
import { parseCredentials, type WhatsAppCredentials } from './credentials.ts'
import { sendDialect } from './errors.ts'
import { whatsappTemplates } from './templates.ts'
import { whatsappWebhook } from './webhook/port.ts'

export const whatsapp: Adapter<'whatsapp', WhatsAppCredentials> = {
  settings: settings.whatsapp,
  credentials: { parse: parseCredentials },
  errors: { 'sending messages': sendDialect },
  templates: whatsappTemplates,
  webhook: whatsappWebhook,
}
