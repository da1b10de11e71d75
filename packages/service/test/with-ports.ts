import type { Platform } from '@carillon/domain'
import {
  type ConnectPort,
  type DeletePostPort,
  type JsonObject,
  type PostsPort,
  type Registry,
  registry as real,
} from '@carillon/providers'

interface Ports {
  connect?: Pick<ConnectPort, 'refresh'> & Partial<ConnectPort>
  publish?: object
  posts?: PostsPort
  deletePost?: DeletePostPort
  comments?: object
  signup?: object
  messages?: object
  push?: object
  templates?: object
}

/** The adapters with ports of some networks replaced; what is stored of their accounts reaches those ports as it is. */
export function withPorts(ports: { [P in Platform]?: Ports }, of: Registry = real): Registry {
  return {
    async adapter(platform) {
      const adapter = await of.adapter(platform)
      const replaced = ports[platform]
      if (!replaced) return adapter
      return { ...adapter, credentials: { parse: (stored: JsonObject) => stored }, ...replaced } as typeof adapter
    },
  }
}
