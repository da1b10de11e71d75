import type { Frame } from '../network.ts'
import { openPort, type Port } from './port.ts'

/** Where callers find the parts of the sandbox's Bluesky. */
export interface BlueskyUrls {
  /** The personal data server: service endpoint, OAuth issuer and resource in one. */
  pdsUrl: string
  /** The DID directory, instead of plc.directory. */
  plcUrl: string
  /** Who resolves handles (`com.atproto.identity.resolveHandle`): the data server. */
  handleResolverUrl: string
  /** Instead of video.bsky.app. */
  videoServiceUrl: string
  /** Instead of public.api.bsky.app; the data server asks it too. */
  appViewUrl: string
}

type PortName = 'pdsPort' | 'plcPort' | 'videoPort' | 'appViewPort' | 'innerAppView'

/** The ports that everything will listen on, and what follows from them. */
export interface Opened {
  ports: Record<PortName, Port>
  urls: BlueskyUrls
  environment: Record<string, string>
}

export async function openPorts({ host, portsFrom }: Frame): Promise<Opened> {
  const near = (place: number) => openPort(host, portsFrom === 0 ? 0 : portsFrom + place)
  const ports = {
    pdsPort: await near(0),
    plcPort: await near(1),
    videoPort: await near(2),
    appViewPort: await near(3),
    innerAppView: await openPort(host),
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
