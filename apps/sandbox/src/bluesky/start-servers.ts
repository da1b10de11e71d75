import type { RequestListener } from 'node:http'
import type { PDS } from '@atproto/pds'
import type { ConsentOutcome, ConsentWalk } from '../consent/walk.ts'
import type { Frame, Network, SandboxContext } from '../network.ts'
import type { ActName } from './act-names.ts'
import { createActs } from './acts.ts'
import { createAppView } from './app-view.ts'
import { walkConsent } from './consent.ts'
import { sendFault } from './fault-responses.ts'
import { createFront, type Front } from './front.ts'
import { type Installation, openInstallation } from './installation.ts'
import { nameOperation } from './operations.ts'
import { type Person, seedPeople } from './people.ts'
import type { BlueskyUrls, PortName } from './ports.ts'
import { createRevocation } from './revocation.ts'
import { type Closer, type Servers, startServers } from './servers.ts'
import { createStateReader } from './state.ts'
import { createTokenClock } from './token-clock.ts'
import { createVideoService, type VideoService } from './video/index.ts'
import type { VideoRecords } from './video/records.ts'

/** The running servers of the simulated Bluesky. */
export interface BlueskyServers {
  /** The request handlers, keyed by port name. */
  listeners: Record<PortName, RequestListener>
  state: Network['state']
  revokeTokens: Network['revokeTokens']
  person: Record<ActName, Network['person'][string]>
  walkConsent(walk: ConsentWalk): Promise<ConsentOutcome>
  close(): Promise<void>
}

interface Options {
  urls: BlueskyUrls
  videoRecords: VideoRecords
}

interface ListenerOptions {
  servers: Servers
  state: ReturnType<typeof createStateReader>
  video: VideoService
  frame: Frame
}

/** Stores the current URL of the data server in the DID directory entries of the users. */
async function movePeople({ ctx }: PDS, people: readonly Person[], publicUrl: string): Promise<void> {
  for (const { did } of people) await ctx.plcClient.updatePds(did, ctx.plcRotationKey, publicUrl)
}

/**
 * Returns the users. At the first start, creates them with the seed data. At later starts, updates the URL of the data
 * server in the DID directory.
 */
async function openPeople(servers: Servers, installation: Installation, publicUrl: string): Promise<Person[]> {
  const { before } = installation
  const people = before?.people ?? (await seedPeople(servers.innerUrl, Date.now()))
  if (before && before.publicUrl !== publicUrl) await movePeople(servers.pds, people, publicUrl)
  installation.complete({ people, publicUrl })
  return people
}

/**
 * Creates the request handlers of the ports. All servers but the directory are behind a proxy that records calls and
 * injects faults.
 */
function createListeners({ servers, state, video, frame }: ListenerOptions): BlueskyServers['listeners'] {
  const { pds, directory } = servers
  const revokeTokens = createRevocation(pds)
  const tokenClock = createTokenClock(pds, frame.movedSince)
  const appView = createAppView(state)
  const watched = (front: Partial<Front> & Pick<Front, 'pass'>) =>
    createFront({
      nameOperation,
      revokeTokens,
      watch: frame.watch,
      sendFault: (fault, _operation, response) => sendFault(fault, response, Date.now()),
      ...front,
    })
  return {
    plcPort: directory,
    appViewPort: watched({ pass: (request, response) => appView(request, response) }),
    videoPort: watched({ pass: (request, response) => video.app(request, response), sendFault: video.sendFault }),
    pdsPort: watched({
      async pass(request, response, operation) {
        if (operation === 'oauth.token') await tokenClock.endOldSessions()
        if (!(await tokenClock.rejects(request, response))) pds.app(request, response)
      },
    }),
  }
}

/** Closes resources in the reverse order of their opening. */
async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.toReversed()) await close()
}

/**
 * Starts the data server, the DID directory, the video service and the app view. The first start of an installation
 * creates the seed data. If the start fails, closes everything that it has opened.
 */
export async function startBlueskyServers(
  { keep, now }: SandboxContext,
  frame: Frame,
  { urls: { pdsUrl: publicUrl }, videoRecords: records }: Options,
): Promise<BlueskyServers> {
  const closers: Closer[] = []
  try {
    const installation = await openInstallation(frame.dataDir)
    closers.push(installation.release)
    const servers = await startServers({ publicUrl, host: frame.host, installation, closers })
    const { pds, innerUrl } = servers
    const people = await openPeople(servers, installation, publicUrl)
    const state = createStateReader({ origin: innerUrl, pds, keep, first: people.map(({ did }) => did) })
    servers.serveAppView(createAppView(state))
    const video = createVideoService({ pds, innerUrl, records, now })
    return {
      listeners: createListeners({ servers, state, video, frame }),
      state,
      revokeTokens: createRevocation(pds),
      person: { ...createActs({ origin: innerUrl, people, pds }), ...video.person },
      walkConsent: (walk) => walkConsent(walk, people),
      close: () => closeAll(closers),
    }
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}
