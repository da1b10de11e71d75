import type { RequestListener, ServerResponse } from 'node:http'
import { Router } from 'express'
import type { Frame, Network, Surroundings } from '../network.ts'
import { createActs } from './acts.ts'
import { answerFault } from './answers.ts'
import { walkConsent } from './consent.ts'
import { nameOperation } from './operations.ts'
import { seedPeople } from './people.ts'
import { createRevocation } from './revocation.ts'
import { openPort, startServers } from './servers.ts'
import { createStateReader } from './state.ts'

/** Where callers find the parts of the sandbox's Bluesky. */
export interface BlueskyUrls {
  /** The personal data server: service endpoint, OAuth issuer and resource in one. */
  pdsUrl: string
  /** The DID directory. */
  plcUrl: string
  /** Who resolves handles (`com.atproto.identity.resolveHandle`): the data server. */
  handleResolverUrl: string
}

function pathOf(target: string | undefined): string {
  return new URL(target ?? '/', 'http://localhost').pathname
}

/** Starts the reference servers, with a watch of ours in front of the data server, and seeds them. */
export async function startBluesky({ baseUrl, now, keep }: Surroundings, { host, watch }: Frame): Promise<Network> {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end()
  const front = await openPort(host, (request, response) => answer(request, response))
  const servers = await startServers({ publicUrl: front.url, host, appViewUrl: front.url })
  const { pds, innerUrl, plcUrl } = servers
  const people = await seedPeople(innerUrl, Date.now())
  const revokeTokens = createRevocation(pds)
  const fail = (fault: Parameters<Network['answerFault']>[0], response: ServerResponse) =>
    answerFault(fault, response, Date.now())
  answer = (request, response) => {
    const path = pathOf(request.url)
    watch({
      network: 'bluesky',
      operation: nameOperation(path),
      path,
      request,
      response,
      pass: () => pds.app(request, response),
      answerFault: (fault) => fail(fault, response),
      revokeTokens,
    }).catch((error: Error) => response.destroy(error))
  }
  const urls: BlueskyUrls = { pdsUrl: front.url, plcUrl, handleResolverUrl: front.url }
  const router = Router()
  router.get('/', (_request, response) => void response.json({ ...urls, baseUrl, now: new Date(now()).toISOString() }))
  return {
    name: 'bluesky',
    router,
    operation: () => undefined,
    answerFault: (fault, _request, response) => fail(fault, response),
    revokeTokens,
    state: createStateReader({ origin: innerUrl, pds, keep, first: people.map(({ did }) => did) }),
    person: createActs({ origin: innerUrl, people, pds }),
    urls: { ...urls },
    consent: {
      owns: ({ origin }) => origin === front.url,
      walk: (walk) => walkConsent(walk, people),
    },
    async close() {
      await front.close()
      await servers.close()
    },
  }
}
