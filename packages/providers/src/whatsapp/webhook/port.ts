import type { WebhookPort } from '../../ports/webhook.ts'
import { normalize } from './normalize.ts'
import { isSigned, verify } from './signature.ts'

export const whatsappWebhook: WebhookPort = { verify, isSigned, normalize }
