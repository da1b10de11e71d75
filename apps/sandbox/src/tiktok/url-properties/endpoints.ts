import { requireApp } from '../app.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Endpoint, forApp } from '../http/endpoint.ts'
import { integer, record, text } from '../http/reader.ts'
import { badParameter, Rejection } from '../rejection.ts'
import { propertyStatus, propertyType, type UrlProperty } from '../store/url-property.ts'
import { describeProperty, isSecure } from './verification.ts'

const meta = record({ property_type: integer({ min: 1, max: 2 }), url: text({ max: 2048 }) })
const change = { app_id: text(), secret: text(), url_property_meta: meta }

interface Meta {
  property_type: number
  url: string
}

function requireForm({ property_type, url }: Meta): void {
  const path = 'url_property_meta.url'
  if (property_type === propertyType.domain) {
    if (!/^([a-z0-9-]+\.)*[a-z0-9-]+$/i.test(url)) throw badParameter(path, 'Not a valid domain.')
    return
  }
  if (!URL.canParse(url) || !isSecure(new URL(url))) throw badParameter(path, 'The prefix must start with https://.')
  if (!url.endsWith('/')) throw badParameter(path, 'The prefix must end with a slash.')
  const { search, hash, href } = new URL(url)
  if (search || hash || href !== url) throw badParameter(path, 'Not a valid URL prefix.')
}

function find({ store }: Dependencies, { property_type, url }: Meta): UrlProperty {
  const found = store.properties.find((property) => property.property_type === property_type && property.url === url)
  if (!found) throw new Rejection('notFound', 'The URL property does not exist.')
  return found
}

/**
 * Returns whether ownership is proven. A prefix is proven by a file below it, not by a redirect. A domain would need a
 * DNS record, which the sandbox does not look up, so its status is kept.
 */
async function isProven({ context }: Dependencies, property: UrlProperty): Promise<boolean> {
  if (property.property_type === propertyType.domain) return property.property_status === propertyStatus.verified
  try {
    const { bytes } = await context.pull(`${property.url}${property.file_name}`, { redirect: 'error' })
    return bytes.toString('utf8').trim() === property.signature
  } catch {
    return false
  }
}

/**
 * The endpoints that add, verify, list and delete URL properties: domains and URL prefixes of the app. TikTok downloads
 * media only from verified properties.
 * @see https://business-api.tiktok.com/portal/docs?id=1769324038780930 (known only from a summary of the page)
 */
export const propertyEndpoints: Endpoint[] = [
  forApp({
    method: 'POST',
    path: '/business/property/add/',
    operation: 'properties.add',
    fields: change,
    handle(dependencies, input) {
      requireApp(dependencies, input.app_id, input.secret)
      const { property_type, url } = input.url_property_meta
      requireForm({ property_type, url })
      const known = dependencies.store.properties.find(
        (each) => each.property_type === property_type && each.url === url,
      )
      const property = known ?? describeProperty(property_type, url)
      if (!known) dependencies.store.properties.push(property)
      return { url_property_info: property }
    },
  }),
  forApp({
    method: 'POST',
    path: '/business/property/verify/',
    operation: 'properties.verify',
    fields: change,
    async handle(dependencies, input) {
      requireApp(dependencies, input.app_id, input.secret)
      const property = find(dependencies, input.url_property_meta)
      property.property_status = (await isProven(dependencies, property))
        ? propertyStatus.verified
        : propertyStatus.failed
      return { url_property_info: property }
    },
  }),
  forApp({
    method: 'GET',
    path: '/business/property/list/',
    operation: 'properties.list',
    fields: { app_id: text(), secret: text() },
    handle(dependencies, input) {
      requireApp(dependencies, input.app_id, input.secret)
      return { url_property_info_list: dependencies.store.properties }
    },
  }),
  forApp({
    method: 'POST',
    path: '/business/property/delete/',
    operation: 'properties.delete',
    fields: change,
    handle(dependencies, input) {
      requireApp(dependencies, input.app_id, input.secret)
      const property = find(dependencies, input.url_property_meta)
      dependencies.store.properties.splice(dependencies.store.properties.indexOf(property), 1)
      return {}
    },
  }),
]
