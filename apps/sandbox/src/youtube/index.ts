import { randomBytes } from 'node:crypto'
import { Router } from 'express'
import type { Network, SandboxContext } from '../network.ts'
import { setFigures } from './analytics/set-figures.ts'
import { type Allowance, createQuota } from './api/quota.ts'
import { youtubeCommentActs } from './comments/acts.ts'
import { GoogleError } from './errors/google-error.ts'
import { sendFault } from './faults.ts'
import { createGrants } from './oauth/grants.ts'
import { oauthRouter } from './oauth/router.ts'
import { operationOf } from './operations.ts'
import { setUploadLimit, viewersOf } from './people.ts'
import { changeProject, createProject, PROJECT_PRESETS, type Project } from './project.ts'
import { apiRouter } from './router.ts'
import { seed } from './seed.ts'
import { stateOf } from './show-state.ts'
import { uploadRouter } from './upload/router.ts'
import { createUploadSessions } from './upload/sessions.ts'

const usualAllowance: Allowance = { units: 10_000, uploads: 100, analytics: 10_000 }

export interface YoutubeOptions {
  /**
   * The secrets of the registered clients, keyed by client id. If omitted, every client id is accepted, with the first
   * secret that it sends.
   */
  clients?: Readonly<Record<string, string>>
  /** The settings of the project. Omitted ones are those of a new project: not audited, in testing. */
  project?: Partial<Project>
  /** The time in milliseconds, on the sandbox's clock, that processing a video takes. Default: 3000. */
  processingMs?: number
  /**
   * The daily quotas, which are reset at midnight Pacific time. Default: 10,000 units, 100 uploads and 10,000 report
   * queries. YouTube does not document the last one.
   */
  allowance?: Partial<Allowance>
  /** Returns `bytes` random bytes, encoded as text that is safe in URLs. Default: base64url of random bytes. */
  random?(bytes: number): string
}

const environmentAt = (baseUrl: string) => ({
  YOUTUBE_CLIENT_ID: 'sandbox-youtube-client',
  YOUTUBE_CLIENT_SECRET: 'sandbox-youtube-secret',
  YOUTUBE_HOST_ACCOUNTS: baseUrl,
  YOUTUBE_HOST_OAUTH: baseUrl,
  YOUTUBE_HOST_API: baseUrl,
  YOUTUBE_HOST_ANALYTICS: baseUrl,
})

/**
 * Creates the simulated YouTube Data and Analytics APIs and Google OAuth. All of Google's hosts are served below
 * `context.baseUrl`.
 * @see https://developers.google.com/youtube/v3/docs (read 2026-11-20)
 */
export function youtube(context: SandboxContext, options: YoutubeOptions = {}): Network {
  const { baseUrl, keep } = context
  const now = () => context.now()
  const random = options.random ?? ((bytes: number) => randomBytes(bytes).toString('base64url'))
  const state = seed(now())
  const project = createProject(options.project)
  const grants = createGrants({ now, random, project })
  const quota = createQuota({ now, allowance: { ...usualAllowance, ...options.allowance } })
  const sessions = createUploadSessions(now)
  const setting = { state, grants, quota, now }
  const router = Router()
  router.use(oauthRouter({ grants, people: state.people, clients: options.clients, now }))
  router.use(apiRouter(setting))
  router.use(
    uploadRouter({
      ...setting,
      keep: (bytes, contentType, altText) => keep.call(context, bytes, contentType, altText),
      baseUrl,
      random,
      sessions,
      project,
      processingMs: options.processingMs ?? 3000,
    }),
  )
  router.use((_, response) => {
    const { status, envelope } = new GoogleError(404, { message: 'Not Found', errors: [], status: 'NOT_FOUND' })
    response.status(status).json(envelope)
  })
  return {
    name: 'youtube',
    router,
    operation: operationOf,
    sendFault: sendFault,
    revokeTokens: (handle) => grants.revokePerson(handle),
    state: () => stateOf(state, { quota, now: now() }),
    records: { state, grants: { records: grants.records }, quota, sessions, project },
    person: {
      ...viewersOf({ state, now }),
      ...youtubeCommentActs(state, now),
      figures: (body) => setFigures(state, body, now()),
      app: (body) => changeProject(project, body),
      'upload-limit': (body) => setUploadLimit(body, { state }),
    },
    app: { settings: () => project, presets: PROJECT_PRESETS },
    environment: environmentAt(baseUrl),
  }
}
