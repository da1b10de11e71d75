import type { PDS } from '@atproto/pds'
import { Router } from 'express'
import type { Frame, Network, SandboxContext } from '../network.ts'
import { createActs } from './acts.ts'
import { createAppView } from './app-view.ts'
import { walkConsent } from './consent.ts'
import { sendFault } from './fault-responses.ts'
import { createFront, type Front } from './front.ts'
import { openInstallation } from './installation.ts'
import { nameOperation } from './operations.ts'
import { type Person, seedPeople } from './people.ts'
import type { Opened } from './ports.ts'
import { createRevocation } from './revocation.ts'
import { startServers } from './servers.ts'
import { createStateReader } from './state.ts'
import { createTokenClock } from './token-clock.ts'
import { createVideoService } from './video/index.ts'

/** Enters into the directory where the data server is found now. */
async function movePeople({ ctx }: PDS, people: readonly Person[], publicUrl: string): Promise<void> {
  for (const { did } of people) await ctx.plcClient.updatePds(did, ctx.plcRotationKey, publicUrl)
}

/**
 * Starts the data server, the DID directory, the video service and the app view, and adds the seed data. A proxy in front
 * of the data server records calls and plays faults.
 */
export async function startBlueskyServers(
  { baseUrl, now, keep }: SandboxContext,
  frame: Frame,
  { ports, urls, environment }: Opened,
): Promise<Network> {
  const { host, movedSince, dataDir } = frame
  const { pdsPort, plcPort, videoPort, appViewPort, innerAppView } = ports
  const publicUrl = pdsPort.url
  const installation = await openInstallation(dataDir)
  const servers = await startServers({ publicUrl, host, plc: plcPort, appViewUrl: innerAppView.url, installation })
  const { pds, innerUrl } = servers
  const people = installation.before?.people ?? (await seedPeople(innerUrl, Date.now()))
  if (installation.before && installation.before.publicUrl !== publicUrl) await movePeople(pds, people, publicUrl)
  installation.complete({ people, publicUrl })
  const state = createStateReader({ origin: innerUrl, pds, keep, first: people.map(({ did }) => did) })
  const revokeTokens = createRevocation(pds)
  const tokenClock = createTokenClock(pds, movedSince)
  const video = createVideoService({ pds, innerUrl, now: Date.now })
  const appView = createAppView(state)
  const watched = (front: Partial<Front> & Pick<Front, 'pass'>) =>
    createFront({
      nameOperation,
      revokeTokens,
      watch: frame.watch,
      sendFault: (fault, _operation, response) => sendFault(fault, response, Date.now()),
      ...front,
    })
  innerAppView.serve(appView)
  appViewPort.serve(watched({ pass: appView }))
  videoPort.serve(watched({ pass: video.app, sendFault: video.sendFault }))
  pdsPort.serve(
    watched({
      async pass(request, response, operation) {
        if (operation === 'oauth.token') await tokenClock.endOldSessions()
        if (!(await tokenClock.rejects(request, response))) pds.app(request, response)
      },
    }),
  )
  const router = Router()
  router.get('/', (_request, response) => void response.json({ baseUrl, ...urls }))
  return {
    name: 'bluesky',
    router,
    operation: () => undefined,
    sendFault: (fault, _request, response) => sendFault(fault, response, now()),
    revokeTokens,
    state,
    records: { video: video.records },
    person: { ...createActs({ origin: innerUrl, people, pds }), ...video.person },
    urls: { ...urls },
    environment,
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
