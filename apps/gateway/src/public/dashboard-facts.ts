import { apiPrefix, isRead, operationIds, operationRow } from '@carillon/contract'
import {
  approvals,
  capabilities,
  eventTypeNames,
  eventTypePatterns,
  keyPresets,
  keyScopes,
  limits,
  loginsOf,
  mediaRules,
  postAppearances,
  postSchemas,
  settingHints,
  textFields,
  textLengths,
} from '@carillon/domain'
import type { RequestHandler } from 'express'
import type { Backend } from '../backend.ts'

const operations = operationIds.map((id) => ({ id, isRead: isRead(operationRow(id)) }))

/**
 * Facts about the networks and this deployment for the dashboard: what each social network can do, which permissions
 * that takes, for which of them credentials are set, which events there are, and what a key can be allowed to do. None
 * of it is secret or belongs to an organization.
 */
export function dashboardFacts({ service, context }: Backend): RequestHandler {
  const facts = JSON.stringify({
    capabilities,
    logins: loginsOf,
    approvals,
    configured: service.configuredPlatforms(context.config),
    uploadsUrl: `${context.config.publicUrl}${apiPrefix}/uploads/`,
    sandboxUrl: context.config.sandboxUrl,
    events: { types: eventTypeNames, patterns: eventTypePatterns, maxReplayed: limits.replayedEvents },
    keys: { scopes: keyScopes, presets: keyPresets },
    operations,
  })
  return (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    res.type('json').send(facts)
  }
}

/**
 * The publish bodies by network, from which the composer builds its fields; the fields that contain the text of the
 * post; its maximum length; the requirements for media; and how the network shows a post.
 */
export function dashboardPostSchemas(): RequestHandler {
  const body = JSON.stringify({
    schemas: postSchemas,
    textFields,
    textLengths,
    mediaRules,
    settingHints,
    appearances: postAppearances,
  })
  return (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    res.type('json').send(body)
  }
}
