import { postSchemas } from '@carillon/domain'

const defaults = Object.fromEntries(
  Object.entries(postSchemas.tiktok.properties).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default]] : [],
  ),
)

/** Returns the post with the API's default for each field that the client omitted. */
export function withDefaults<P extends object>(post: P): P {
  return { ...defaults, ...post }
}
