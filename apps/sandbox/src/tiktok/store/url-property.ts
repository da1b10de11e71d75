export const propertyType = { domain: 1, prefix: 2 } as const
export const propertyStatus = { pending: 0, verified: 1, failed: 2 } as const

/** A domain or URL prefix that the app has registered as its own. Media is downloaded only from verified ones. */
export interface UrlProperty {
  property_type: number
  /** The host name of a domain, or `https://host/path/` for a prefix. */
  url: string
  property_status: number
  signature: string
  file_name: string
}
