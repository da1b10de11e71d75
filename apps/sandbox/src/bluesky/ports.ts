import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame } from '../network.ts'
import { openPort, type Port } from './port.ts'

/** The URLs at which Carillon and tests reach the simulated Bluesky servers. */
export interface BlueskyUrls {
  /** The personal data server: service endpoint, OAuth issuer and resource server in one. */
  pdsUrl: string
  /** The DID directory, in place of plc.directory. */
  plcUrl: string
  /** The URL of the server that resolves handles (`com.atproto.identity.resolveHandle`): the data server. */
  handleResolverUrl: string
  /** The video service, in place of video.bsky.app. */
  videoServiceUrl: string
  /** The URL of the replacement for public.api.bsky.app, which the data server also calls. */
  appViewUrl: string
}

/**
 * The names of the ports of the data server, the DID directory, the video service and the app view, in the order in
 * which consecutive port numbers are assigned.
 */
export const portNames = ['pdsPort', 'plcPort', 'videoPort', 'appViewPort'] as const

export type PortName = (typeof portNames)[number]

/** The open ports, and the URLs and environment variables that follow from them. */
export interface Opened {
  ports: Record<PortName, Port>
  urls: BlueskyUrls
  environment: Record<string, string>
}

/**
 * Returns the port numbers of the previous start, keyed by port name; an empty object if the file `path` does not exist
 * or `path` is null. The same ports are used again because tokens and identity documents contain their URLs.
 */
function earlierPorts(path: string | null): Record<string, number> {
  return path !== null && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/**
 * Opens the ports of the Bluesky servers: those that the previous run stored in `dataDir`, otherwise consecutive ones
 * from `portsFrom` (any free ones if it is 0). A port that is in use is replaced by a free one. Stores the ports in
 * `dataDir` unless it is null.
 */
export async function openPorts({ host, portsFrom, dataDir }: Frame): Promise<Opened> {
  const path = dataDir && join(dataDir, 'bluesky-ports.json')
  const earlier = earlierPorts(path)
  const open = (name: PortName, place: number) =>
    openPort(host, earlier[name] ?? (portsFrom === 0 ? 0 : portsFrom + place))
  const ports = {
    pdsPort: await open('pdsPort', 0),
    plcPort: await open('plcPort', 1),
    videoPort: await open('videoPort', 2),
    appViewPort: await open('appViewPort', 3),
  }
  if (path !== null) {
    const taken = Object.entries(ports).map(([name, { url }]) => [name, Number(new URL(url).port)])
    writeFileSync(path, JSON.stringify(Object.fromEntries(taken)), { mode: 0o600 })
  }
  const urls: BlueskyUrls = {
    pdsUrl: ports.pdsPort.url,
    plcUrl: ports.plcPort.url,
    handleResolverUrl: ports.pdsPort.url,
    videoServiceUrl: ports.videoPort.url,
    appViewUrl: ports.appViewPort.url,
  }
  const environment = {
    BLUESKY_HOST_ENTRYWAY: urls.pdsUrl,
    BLUESKY_HOST_PLC: urls.plcUrl,
    BLUESKY_HOST_HANDLES: urls.handleResolverUrl,
    BLUESKY_HOST_VIDEO: urls.videoServiceUrl,
  }
  return { ports, urls, environment }
}
