import type { App } from '../meta/apps.ts'

/** The Meta app that uses the WhatsApp Business Platform, with the settings of its dashboard. */
export interface WhatsAppApp extends App {
  /** The value of `hub.verify_token` when Meta verifies a callback URL. */
  verifyToken: string
  /** The id of the Facebook Login for Business configuration for Embedded Signup. */
  configId: string
}

export const WHATSAPP_APP: WhatsAppApp = {
  id: '734567890123456',
  secret: '0a75a9900c0ffee5a4db0c5facade51d',
  name: 'Sandbox App-WA',
  verifyToken: 'sandbox-verify-token',
  configId: '800700600500400',
}

/** The secret of another app. The gateway must reject webhooks that are signed with it. */
export const OTHER_APP_SECRET = 'f00dfaceb00c0ffee0ddba11deadbeef0'
