export interface Business {
  id: string
  /** The name of the business in the sandbox. Meta has no such field. */
  handle: string
  name: string
  /** The names of special properties, such as `no_payment`, by which tests find the business. */
  traits: string[]
}

/** A WhatsApp Business account. */
export interface Waba {
  id: string
  businessId: string
  name: string
  currency: string
  timezoneId: string
  /** Whether the app receives webhooks for this account. */
  subscribed: boolean
  /** The callback URL for webhooks of this account, in place of the app's; null if the app's is used. */
  callback: { url: string; verifyToken: string } | null
  hasPaymentMethod: boolean
  /** Whether Meta has locked the account, so that messages are rejected. */
  restricted: boolean
}

export type Quality = 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'

export interface PhoneNumber {
  id: string
  wabaId: string
  /** The number as it is displayed, such as `+1 555-0100`. */
  display: string
  verifiedName: string
  quality: Quality
  /** Whether the business has proved that it owns the number. */
  verified: boolean
  nameStatus: 'APPROVED' | 'PENDING_REVIEW' | 'DECLINED'
  /** Whether the number can send: it was registered for the Cloud API, or is used in the WhatsApp Business app. */
  registered: boolean
  /** The two-step verification PIN; null before the first registration. */
  pin: string | null
  /** Whether the number is used in the WhatsApp Business app (coexistence). */
  inApp: boolean
  /** The verification code that was sent by SMS or call; null if none is pending. */
  pendingCode: string | null
  /** Times of attempts to register or deregister, in milliseconds since the epoch. */
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

/** A WhatsApp user who exchanges messages with businesses. */
export interface Customer {
  name: string
  /** The phone number, digits only; null if it is hidden from businesses, which then know only `userId`. */
  waId: string | null
  /** The business-scoped user id (BSUID). */
  userId: string
  username: string | null
}
