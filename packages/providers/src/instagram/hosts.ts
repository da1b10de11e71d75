import type { App } from '../call-context.ts'
import type { settings } from '../settings.ts'

export type HostName = keyof typeof settings.instagram.hosts

/** One of the configured hosts, without a slash at its end. */
export function hostOf(app: Pick<App, 'hosts'>, name: HostName): string {
  const host = app.hosts[name]
  if (host === undefined) throw new Error(`no host of Instagram is configured as ${name}`)
  return host
}
