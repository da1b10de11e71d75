export interface Business {
  id: string
  /** The sandbox's name for the business: Meta itself has none. */
  handle: string
  name: string
  traits: string[]
}

/** A WhatsApp Business account. */
export interface Waba {
  id: string
  businessId: string
  name: string
  currency: string
  timezoneId: string
  /** Whether the app gets webhooks of this account. */
  subscribed: boolean
  /** A callback URL that replaces the app's for this account. */
  callback: { url: string; verifyToken: string } | null
  hasPaymentMethod: boolean
  restricted: boolean
}

export type Quality = 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'

export interface PhoneNumber {
  id: string
  wabaId: string
  /** As people write it: `+1 555-0100`. */
  display: string
  verifiedName: string
  quality: Quality
  verified: boolean
  nameStatus: 'APPROVED' | 'PENDING_REVIEW' | 'DECLINED'
  registered: boolean
  /** The two-step verification PIN; null before the first registration. */
  pin: string | null
  /** The number stays in the WhatsApp Business app (coexistence). */
  inApp: boolean
  /** What a text message or a call told the business; null when none is waiting. */
  pendingCode: string | null
  /** Times of registration attempts, milliseconds. */
  attempts: number[]
}

export interface TemplateComponent {
  type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS'
  format?: 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT'
  text?: string
  buttons?: {
    type: 'URL' | 'QUICK_REPLY' | 'PHONE_NUMBER' | 'OTP'
    text: string
    url?: string
    phone_number?: string
  }[]
}

export type TemplateStatus = 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED'

export interface Template {
  id: string
  wabaId: string
  name: string
  language: string
  status: TemplateStatus
  category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION'
  parameterFormat: 'POSITIONAL' | 'NAMED'
  components: TemplateComponent[]
}

/** A user who writes to businesses. */
export interface Customer {
  name: string
  /** The phone number, digits only; null for a user whom businesses know only by the business-scoped user id. */
  waId: string | null
  /** The business-scoped user id (BSUID). */
  userId: string
  username: string | null
}
