import type { Platform } from '@carillon/domain'
import type { App } from './call-context.ts'
import type { HostName } from './settings.ts'

/**
 * Returns a function that looks up a base URL of the network by its name in the settings, without a trailing slash.
 * That function throws if the app has no such host.
 */
export function hostsOf<P extends Platform>(platform: P): (app: Pick<App, 'hosts'>, name: HostName<P>) => string {
  return ({ hosts }, name) => {
    const host = hosts[name]
    if (host === undefined) throw new Error(`no host named ${name} is configured for ${platform}`)
    return host
  }
}
