import { fieldError } from '@carillon/errors'
import type { ProcessLogger } from '@carillon/log'
import { createOutbound, destinationProblem, destinationRules, type Outbound } from '@carillon/outbound'
import type { Config } from '../config/config.ts'
import { ownHosts } from '../config/own-hosts.ts'

const optionsOf = (config: Config) => ({
  allowedOrigins: config.webhooks.allowedOrigins,
  ownHosts: ownHosts(config),
  ports: 'unprivileged' as const,
})

/**
 * Creates the HTTP client for webhook endpoints, separate from that for networks. Its log lines are written in batches,
 * all with the level `info`. One host can serve endpoints of many organizations: simultaneous attempts have separate
 * connections, so that an attempt that hangs does not delay others.
 * @param connections the maximum number of connections to one origin
 */
export function createEndpointOutbound(config: Config, log: ProcessLogger, connections: number): Outbound {
  const later: ProcessLogger['infoSoon'] = (fields, message) => log.infoSoon(fields, message)
  const agentOptions = { connections }
  return createOutbound({ ...optionsOf(config), agentOptions, log: { info: later, infoSoon: later, warn: later } })
}

/**
 * Checks the URL of a webhook endpoint without resolving its host name (each connection checks the IP address) and
 * returns its normal form.
 * @throws ServiceError `invalid_request` if the URL contains credentials or leads to Carillon itself. Unless its origin
 *   is in `WEBHOOK_ALLOWED_ORIGINS`, it also has to be https at a public host, on port 443 or from 1024 on
 */
export function requireEndpointUrl(config: Config, text: string): string {
  const url = URL.parse(text)
  const problem =
    url === null || !/^https?:$/.test(url.protocol)
      ? 'is not the URL of an endpoint, such as https://app.example.com/carillon'
      : destinationProblem(url, destinationRules(optionsOf(config)))
  if (url === null || problem !== undefined) {
    const message = `${problem}: use https at a public host without a user name, on port 443 or a port from 1024 on`
    throw fieldError({ path: ['url'], message })
  }
  return url.href
}
