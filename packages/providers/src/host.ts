import type { Platform } from '@carillon/domain'
import type { App } from './call-context.ts'
import type { HostName } from './settings.ts'

/** Reads the configured hosts of a network by the names in its settings row; without a slash at the end. */
export function hostsOf<P extends Platform>(platform: P): (app: Pick<App, 'hosts'>, name: HostName<P>) => string {
  return ({ hosts }, name) => {
    const host = hosts[name]
    if (host === undefined) throw new Error(`no host named ${name} is configured for ${platform}`)
    return host
  }
}
