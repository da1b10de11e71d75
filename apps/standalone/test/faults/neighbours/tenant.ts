import { randomBytes } from 'node:crypto'
import { runCommand } from '@carillon/admin'
import { createLogger } from '@carillon/log'
import type { ApiResponse, Cluster } from '../cluster.ts'
import type { NetworkRow } from '../networks.ts'
import { type Ask, sendStraight } from './straight.ts'

/** An organization with a key of its own, whose requests come from an IP address of its own. */
export interface Tenant {
  organizationId: string
  /** The gateway, without a path. */
  url: URL
  address: string
  /** The header that carries the key. */
  authorization: string
  /** Sends a request straight to the gateway, on a connection of its own. */
  ask(method: string, path: string, options?: Ask): Promise<ApiResponse>
  /** Connects a user of a network to a new profile; returns the account's id. */
  connect(network: NetworkRow, person: NetworkRow['users'][number]): Promise<string>
}

/** Makes an organization with a card on file and a key. */
export async function createTenant(cluster: Cluster, name: string, address: string): Promise<Tenant> {
  const log = createLogger({ name: 'faults', level: 'error', destination: process.stderr })
  const admin = async (...words: string[]) => {
    const printed: unknown = await runCommand(words, { env: cluster.env, log })
    return printed as Record<string, string>
  }
  const { organizationId = '' } = await admin('organization', 'create', '--name', name)
  await admin('card', 'set', '--organization', organizationId, '--on')
  const { apiKey } = await admin('key', 'create', '--organization', organizationId)
  const url = new URL(String(cluster.gateways[0]?.ready()['url']))
  const authorization = `Bearer ${apiKey}`
  const ask: Tenant['ask'] = (method, path, options = {}) =>
    sendStraight({ url, address }, method, path, { ...options, headers: { authorization, ...options.headers } })
  const json = { 'content-type': 'application/json' }
  return {
    organizationId,
    url,
    address,
    authorization,
    ask,
    async connect({ platform }, { as, body = {} }) {
      // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
      await cluster.sandbox('GET', `/state/${platform}`)
      const named = JSON.stringify({ name: `${as} ${randomBytes(4).toString('hex')}` })
      const profile = await ask('POST', '/api/v1/profiles', { body: named, headers: json })
      const path = `/api/v1/profiles/${profile.body.id}/connect`
      const started = await ask('POST', path, { body: JSON.stringify({ platform, ...body }), headers: json })
      const { authorizationUrl, connectionSessionId } = started.body
      await cluster.sandbox('POST', '/person/consent', { authorizationUrl, decision: 'approve', as })
      const session = await ask('GET', `${path}/${connectionSessionId}`)
      if (session.body.status === 'completed') return session.body.accountIds[0]
      throw new Error(`connect ${platform}: ${JSON.stringify(session.body)}`)
    },
  }
}
