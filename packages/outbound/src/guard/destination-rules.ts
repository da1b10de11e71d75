import type { DestinationRules } from './destination.ts'

export interface DestinationOptions {
  /**
   * Origins (`http://localhost:8090`, or `http://localhost:*` for every port) that guarded calls may reach although the
   * guard would reject them; none if omitted.
   */
  allowedOrigins?: readonly string[]
  /** The host names under which Carillon is served. Guarded calls to them are rejected. */
  ownHosts?: readonly string[]
  /**
   * The ports to which guarded calls may connect: only 443 (`https`, the default), or also those from 1024 on
   * (`unprivileged`).
   */
  ports?: DestinationRules['ports']
}

const everyPort = ':*'

function toOrigin(text: string): string {
  const url = URL.parse(text)
  if (url === null || url.origin !== text || text.includes('*')) throw new TypeError(`not an origin: ${text}`)
  return text
}

/**
 * Builds the rules of the outbound guard from the options.
 * @throws TypeError for an invalid allowed origin
 */
export function destinationRules(options: DestinationOptions): DestinationRules {
  const { allowedOrigins = [], ownHosts = [], ports = 'https' } = options
  const [hosts, origins] = [true, false].map((every) =>
    allowedOrigins.filter((origin) => origin.endsWith(everyPort) === every),
  )
  return {
    allowedOrigins: new Set(origins?.map(toOrigin)),
    allowedHosts: new Set(hosts?.map((origin) => toOrigin(origin.slice(0, -everyPort.length)))),
    ownHosts: new Set(ownHosts.map((host) => host.toLowerCase())),
    ports,
  }
}
