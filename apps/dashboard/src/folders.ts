import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const folders = {
  package: at('../'),
  /** The sources for the browser; a container image has the bundle alone. */
  app: at('../app/'),
  client: at('../../../packages/client/src/'),
  lockfile: at('../../../pnpm-lock.yaml'),
  /** One folder for each fingerprint. */
  bundles: at('../dist/bundle/'),
} as const
