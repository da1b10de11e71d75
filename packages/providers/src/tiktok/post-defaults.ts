import { postSchemas } from '@carillon/domain'

const defaults = Object.fromEntries(
  Object.entries(postSchemas.tiktok.properties).flatMap(([name, schema]) =>
    'default' in schema ? [[name, schema.default]] : [],
  ),
)

/** The post with the interface's own defaults for the fields that its sender left out. */
export function withDefaults<P extends object>(post: P): P {
  return { ...defaults, ...post }
}
