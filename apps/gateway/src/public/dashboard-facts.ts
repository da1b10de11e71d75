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
 * Serves facts about the networks and this installation to the dashboard as JSON: capabilities, the scopes of logins
 * and the app reviews that they need, the platforms whose accounts can be connected, the URLs of uploads and of the
 * sandbox, event types, scopes of API keys, and the operations of the API. None of them is secret or belongs to an
 * organization.
 */
export function dashboardFacts({ service, context }: Backend): RequestHandler {
  const facts = JSON.stringify({
    capabilities,
    logins: loginsOf,
    approvals,
    configured: service.connectablePlatforms(context.config),
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
 * Serves what the dashboard's composer needs of each platform: the schema of a post, its text fields and their maximum
 * length, media rules, hints for settings, and how the network displays a post.
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
