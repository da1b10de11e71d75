import { type Platform, supports } from '@carillon/domain'
import type { JsonObject } from '@carillon/providers'
import type { Context } from '../context.ts'

/**
 * Returns the JSON document with this name that a network fetches from Carillon to identify the app as an OAuth client;
 * null if the platform has no such document.
 */
export async function clientDocument(context: Context, platform: Platform, name: string): Promise<JsonObject | null> {
  if (!supports('connect', platform)) return null
  const { connect } = await context.registry.adapter(platform)
  const { hosts, secrets } = context.config.networks[platform]
  const documents = await connect.documents?.({ app: { hosts, secrets, publicUrl: context.config.publicUrl } })
  return documents && Object.hasOwn(documents, name) ? (documents[name] ?? null) : null
}
