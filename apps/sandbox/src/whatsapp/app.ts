import type { App } from '../meta/apps.ts'

/** The Meta app that uses the WhatsApp Business Platform, with what its dashboard has configured. */
export interface WhatsAppApp extends App {
  /** What `hub.verify_token` carries when a callback URL is verified. */
  verifyToken: string
  /** The Facebook Login for Business configuration of Embedded Signup. */
  configId: string
}

export const WHATSAPP_APP: WhatsAppApp = {
  id: '734567890123456',
  secret: '0a75a9900c0ffee5a4db0c5facade51d',
  name: 'Sandbox App-WA',
  verifyToken: 'sandbox-verify-token',
  configId: '800700600500400',
}

/** Another developer's secret, for webhooks that somebody else signed. */
export const OTHER_APP_SECRET = 'f00dfaceb00c0ffee0ddba11deadbeef0'
