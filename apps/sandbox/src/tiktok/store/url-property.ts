export const propertyType = { domain: 1, prefix: 2 } as const
export const propertyStatus = { pending: 0, verified: 1, failed: 2 } as const

/**
 * A domain or URL prefix that the app has registered as its own. Media is downloaded only from verified ones.
 * `file_name` and `signature` are the name and content of the file that proves ownership.
 */
export interface UrlProperty {
  /** 1 for a domain, 2 for a URL prefix. */
  property_type: number
  /** The host name of a domain, or `https://host/path/` for a prefix. */
  url: string
  /** 0 for pending, 1 for verified, 2 for failed. */
  property_status: number
  signature: string
  file_name: string
}
