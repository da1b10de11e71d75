import { postSchemas } from '@carillon/domain'

const defaults = Object.fromEntries(
  Object.entries(postSchemas.tiktok.properties).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default]] : [],
  ),
)

/**
 * Returns a copy of the TikTok post in which each field that the client omitted has the default that Carillon's API
 * documents, if there is one.
 */
export function withDefaults<P extends object>(post: P): P {
  return { ...defaults, ...post }
}
