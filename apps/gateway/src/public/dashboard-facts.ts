import { capabilities } from '@carillon/domain'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'

/**
 * What the dashboard has to know of the tables and of this deployment: what each social network can do, and for which of
 * them credentials are set. Nothing of it is a secret or belongs to an organization.
 */
export function dashboardFacts({ service, context }: Backend): RequestHandler {
  const facts = JSON.stringify({ capabilities, configured: service.configuredPlatforms(context.config) })
  return (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    res.type('json').send(facts)
  }
}
