import type { Adapter } from '../adapter.ts'
import { settings } from '../settings.ts'
import { parseCredentials, type WhatsAppCredentials } from './credentials.ts'

export const whatsapp: Adapter<'whatsapp', WhatsAppCredentials> = {
  settings: settings.whatsapp,
  credentials: { parse: parseCredentials },
  errors: {},
}
