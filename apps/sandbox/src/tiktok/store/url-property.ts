export const propertyType = { domain: 1, prefix: 2 } as const
export const propertyStatus = { pending: 0, verified: 1, failed: 2 } as const

/** A domain or URL prefix that the app says is its own; media is pulled from verified ones only. */
export interface UrlProperty {
  property_type: number
  /** A bare host name for a domain, `https://host/path/` for a prefix. */
  url: string
  property_status: number
  signature: string
  file_name: string
}
