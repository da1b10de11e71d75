import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const folders = {
  package: at('../'),
  /** The sources for the browser. Absent in a container image, which contains the bundle only. */
  app: at('../app/'),
  client: at('../../../packages/client/src/'),
  lockfile: at('../../../pnpm-lock.yaml'),
  /** Contains one directory for each bundle, named by its fingerprint. */
  bundles: at('../dist/bundle/'),
} as const
