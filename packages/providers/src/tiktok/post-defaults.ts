import { postSchemas } from '@carillon/domain'

const defaults = Object.fromEntries(
  Object.entries(postSchemas.tiktok.properties).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default]] : [],
  ),
)

/** Fills in the defaults of TikTok's own app for fields that the client omitted. */
export function withDefaults<P extends object>(post: P): P {
  return { ...defaults, ...post }
}
