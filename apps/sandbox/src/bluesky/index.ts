import { Router } from 'express'
import type { Frame, Network, Surroundings } from '../network.ts'
import { createActs } from './acts.ts'
import { createAgeing } from './ageing.ts'
import { answerFault } from './answers.ts'
import { createAppView } from './app-view.ts'
import { walkConsent } from './consent.ts'
import { createFront, type Front } from './front.ts'
import { nameOperation } from './operations.ts'
import { seedPeople } from './people.ts'
import { openPort } from './port.ts'
import { createRevocation } from './revocation.ts'
import { startServers } from './servers.ts'
import { createStateReader } from './state.ts'
import { createVideoService } from './video/index.ts'

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

/** Starts the reference servers, with a watch of ours in front of the data server, its fellows beside it, and seeds them. */
export async function startBluesky({ baseUrl, now, keep }: Surroundings, frame: Frame): Promise<Network> {
  const { host, portsFrom, movedSince } = frame
  const near = (place: number) => openPort(host, portsFrom === 0 ? 0 : portsFrom + place)
  const pdsPort = await near(0)
  const plcPort = await near(1)
  const videoPort = await near(2)
  const appViewPort = await near(3)
  const innerAppView = await openPort(host)
  const servers = await startServers({ publicUrl: pdsPort.url, host, plc: plcPort, appViewUrl: innerAppView.url })
  const { pds, innerUrl } = servers
  const people = await seedPeople(innerUrl, Date.now())
  const state = createStateReader({ origin: innerUrl, pds, keep, first: people.map(({ did }) => did) })
  const revokeTokens = createRevocation(pds)
  const ageing = createAgeing(pds, movedSince)
  const video = createVideoService({ pds, innerUrl, now: Date.now })
  const appView = createAppView(state)
  const watched = (front: Partial<Front> & Pick<Front, 'pass'>) =>
    createFront({
      nameOperation,
      revokeTokens,
      watch: frame.watch,
      answerFault: (fault, _operation, response) => answerFault(fault, response, Date.now()),
      ...front,
    })
  innerAppView.answerWith(appView)
  appViewPort.answerWith(watched({ pass: appView }))
  videoPort.answerWith(watched({ pass: video.app, answerFault: video.answerFault }))
  pdsPort.answerWith(
    watched({
      async pass(request, response, operation) {
        if (operation === 'oauth.token') await ageing.endOldSessions()
        if (!(await ageing.refuses(request, response))) pds.app(request, response)
      },
    }),
  )
  const urls: BlueskyUrls = {
    pdsUrl: pdsPort.url,
    plcUrl: plcPort.url,
    handleResolverUrl: pdsPort.url,
    videoServiceUrl: videoPort.url,
    appViewUrl: appViewPort.url,
  }
  const router = Router()
  router.get('/', (_request, response) => void response.json({ baseUrl, ...urls }))
  return {
    name: 'bluesky',
    router,
    operation: () => undefined,
    answerFault: (fault, _request, response) => answerFault(fault, response, now()),
    revokeTokens,
    state,
    person: { ...createActs({ origin: innerUrl, people, pds }), ...video.person },
    urls: { ...urls },
    environment: {
      BLUESKY_HOST_ENTRYWAY: urls.pdsUrl,
      BLUESKY_HOST_PLC: urls.plcUrl,
      BLUESKY_HOST_HANDLES: urls.handleResolverUrl,
      BLUESKY_HOST_VIDEO: urls.videoServiceUrl,
    },
    consent: {
      owns: ({ origin }) => origin === pdsPort.url,
      walk: (walk) => walkConsent(walk, people),
    },
    async close() {
      await Promise.all([pdsPort, videoPort, appViewPort, innerAppView].map((port) => port.close()))
      await servers.close()
      await plcPort.close()
    },
  }
}
