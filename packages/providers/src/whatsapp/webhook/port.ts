import { isSigned, verify } from '../../meta/webhook/signature.ts'
import type { WebhookPort } from '../../ports/webhook.ts'
import { normalize } from './normalize.ts'

export const whatsappWebhook: WebhookPort = { verify, isSigned, normalize }
