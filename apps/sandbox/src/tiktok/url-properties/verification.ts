import { createHash } from 'node:crypto'
import { badParameter } from '../rejection.ts'
import type { Store } from '../store/store.ts'
import { propertyStatus, propertyType, type UrlProperty } from '../store/url-property.ts'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Builds the verified URL properties (domains from which media is downloaded) of a new app: the loopback hosts, where a
 * local installation serves its media.
 */
export function loopbackProperties(): UrlProperty[] {
  return loopbackHosts.map((host) => ({
    ...describeProperty(propertyType.domain, host),
    property_status: propertyStatus.verified,
  }))
}

/**
 * Builds a URL property that is not verified yet, with the name and content of the file that proves ownership. `type`
 * is 1 for a domain, with the host name as `url`, or 2 for a URL prefix.
 */
export function describeProperty(type: number, url: string): UrlProperty {
  const digest = createHash('sha256').update(`${type} ${url}`).digest('hex')
  return {
    property_type: type,
    url,
    property_status: propertyStatus.pending,
    signature: `tiktok-developers-site-verification=${digest.slice(0, 32)}`,
    file_name: `tiktok${digest.slice(32, 64)}.txt`,
  }
}

function covers(property: UrlProperty, url: URL): boolean {
  if (property.property_type === propertyType.prefix) return url.href.startsWith(property.url)
  return url.hostname === property.url || url.hostname.endsWith(`.${property.url}`)
}

/** Returns whether a URL is https, or http on this machine. */
export function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
}

/**
 * Throws a `Rejection` (`badParameter`, which names the parameter `path`) unless the media URL `link` is https (or http
 * on this machine) and belongs to a verified domain or URL prefix of the app.
 */
export function requireOwnedUrl(store: Store, link: string, path: string): void {
  if (!URL.canParse(link)) throw badParameter(path, 'Not a valid URL.')
  const url = new URL(link)
  if (!isSecure(url)) throw badParameter(path, 'The URL must start with https://.')
  const owned = store.properties.some(
    (property) => property.property_status === propertyStatus.verified && covers(property, url),
  )
  if (!owned)
    throw badParameter(path, 'URL ownership is not verified. Verify the domain or the URL prefix of the media first.')
}
