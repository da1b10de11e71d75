import type { ServerResponse } from 'node:http'
import type { PDS } from '@atproto/pds'
import express, { type Express, type Request, type Response } from 'express'
import { allowFields } from '../../comments/actions.ts'
import type { NetworkFault } from '../../faults.ts'
import type { Network } from '../../network.ts'
import { sendFault } from '../fault-responses.ts'
import { callXrpc } from '../xrpc.ts'
import { createJobs } from './jobs.ts'
import { PartsError, UploadParts } from './parts.ts'
import type { VideoRecords } from './records.ts'
import { audienceOf, readServiceToken } from './service-token.ts'

export interface VideoServiceOptions {
  pds: PDS
  /** The URL at which the data server accepts the sandbox's own calls. */
  innerUrl: string
  records: VideoRecords
  /** Returns the time of the sandbox's clock in ms since the epoch. */
  now(): number
}

/** The simulated video service, which accepts videos, encodes them and uploads them to the user's data server. */
export interface VideoService {
  app: Express
  sendFault(fault: NetworkFault, operation: string | undefined, response: ServerResponse): void
  person: Record<'video-service' | 'video-job', Network['person'][string]>
}

/** The identifier of the real video service, which callers name as the audience of their tokens. */
const SERVICE_DID = 'did:web:video.bsky.app'
const MAX_VIDEO_BYTES = 300_000_000
const MAX_POLLS = 10_000
const DAILY = { videos: 25, bytes: 10_000_000_000 }
const LIMIT_REACHED = {
  canUpload: false,
  remainingDailyVideos: 0,
  remainingDailyBytes: 0,
  error: 'daily_video_limit_exceeded',
  message: 'You have reached the limit of videos for today.',
}

function reject(response: Response, status: number, [error, message]: [string, string]): void {
  response.status(status).json({ error, message })
}

/**
 * Sends the response to an upload whose token is not valid: for a token for another service, the message has the right
 * audience.
 * @see https://github.com/blacksky-algorithms/blacksky.community/issues/24 (read 2026-11-30)
 */
function rejectToken(response: Response, token: string, serverDid: string): void {
  const audience = audienceOf(token)
  const isOther = audience !== undefined && audience !== serverDid
  const message = `invalid token: invalid token audience "${audience}", should be the user's PDS DID "${serverDid}"`
  reject(response, 401, isOther ? ['InvalidToken', message] : ['BadJwt', 'The token is not valid for this call'])
}

const readVideo = express.raw({ type: () => true, limit: MAX_VIDEO_BYTES })

/**
 * Returns the DID of the user who issued a call's service token, and the token itself. The DID is undefined if the
 * token is not valid for `method` and one of the audiences.
 */
type CallerOf = (
  request: Request,
  audiences: string[],
  method: string,
) => Promise<{ did: string | undefined; token: string }>

/** The objects that all routes of the video service use. */
interface RouteContext {
  app: Express
  jobs: ReturnType<typeof createJobs>
  options: VideoServiceOptions
  callerOf: CallerOf
}

function callersOf({ pds }: VideoServiceOptions): CallerOf {
  return async (request, audiences, method) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const keyOf = (did: string) => pds.ctx.idResolver.did.resolveAtprotoKey(did)
    // The data server, which issues the tokens, has the clock of the machine.
    const did = await readServiceToken({ token, audiences, method, now: Date.now(), keyOf })
    return { did, token }
  }
}

/** Returns how many videos and bytes an account can still upload; 0 or less for none. */
function leftToday(jobs: RouteContext['jobs'], did: string): { videos: number; bytes: number } {
  const taken = jobs.taken(did)
  return { videos: DAILY.videos - taken.videos, bytes: DAILY.bytes - taken.bytes }
}

/** Returns whether an upload of a size in bytes exceeds a limit of the day. */
function exceedsLimit(jobs: RouteContext['jobs'], did: string, sizeBytes: number): boolean {
  const { videos, bytes } = leftToday(jobs, did)
  return videos <= 0 || sizeBytes > bytes
}

function serveLimits({ app, jobs, callerOf }: RouteContext): void {
  app.get('/xrpc/app.bsky.video.getUploadLimits', async (request, response) => {
    const here = `did:web:${encodeURIComponent(request.headers.host ?? '')}`
    const { did } = await callerOf(request, [SERVICE_DID, here], 'app.bsky.video.getUploadLimits')
    if (did === undefined) return reject(response, 401, ['BadJwt', 'The token is not for this service and method'])
    const left = leftToday(jobs, did)
    if (left.videos <= 0 || left.bytes <= 0) return void response.json(LIMIT_REACHED)
    response.json({ canUpload: true, remainingDailyVideos: left.videos, remainingDailyBytes: left.bytes })
  })
}

function serveSingleCall({ app, jobs, callerOf, options: { pds, records } }: RouteContext): void {
  // The service may respond before it has read the video, and then closes the connection on the sender.
  app.post('/xrpc/app.bsky.video.uploadVideo', (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) <= records.strictness.singleCallBytes) return next()
    response.once('finish', () => request.socket.destroy())
    reject(response.set('connection', 'close'), 401, ['InvalidToken', 'invalid token audience'])
  })

  app.post('/xrpc/app.bsky.video.uploadVideo', readVideo, async (request, response) => {
    const { did, token } = await callerOf(request, [pds.ctx.cfg.service.did], 'com.atproto.repo.uploadBlob')
    if (did === undefined) return rejectToken(response, token, pds.ctx.cfg.service.did)
    if (did !== request.query['did']) return reject(response, 401, ['BadJwt', 'The token is of another account'])
    if (request.headers['content-type'] !== 'video/mp4')
      return reject(response, 400, ['InvalidRequest', 'video/mp4 is needed'])
    const video: unknown = request.body
    if (!Buffer.isBuffer(video) || video.length === 0)
      return reject(response, 400, ['InvalidRequest', 'A video is needed'])
    const before = jobs.find(did, video)
    if (before !== undefined) {
      const { jobId, state } = before
      return void response
        .status(409)
        .json({ did, jobId, state, error: 'already_exists', message: 'Video already processed' })
    }
    // The lexicon names no errors of this call: unverified, but that of an upload in parts.
    if (exceedsLimit(jobs, did, video.length))
      return reject(response, 400, ['DailyLimitExceeded', LIMIT_REACHED.message])
    response.json(jobs.begin(did, video, token))
  })
}

function serveParts({ app, jobs, callerOf, options: { pds, records, now } }: RouteContext): void {
  const parts = new UploadParts({ uploads: records.parts.uploads, now, maxBytes: MAX_VIDEO_BYTES })

  /**
   * Adds an endpoint of an upload in parts. `respond` returns the JSON of the response; a `PartsError` that it throws
   * is sent as a rejection. The endpoint accepts the same service token as a single-call upload, which Bluesky's own
   * app sends.
   * @see https://github.com/bluesky-social/social-app/blob/main/src/lib/media/video/multipart/upload.ts (read
   *   2026-11-29)
   */
  function serve(method: string, respond: (did: string, request: Request, token: string) => unknown): void {
    app.post(`/xrpc/app.bsky.video.${method}`, express.json(), readVideo, async (request, response) => {
      const { did, token } = await callerOf(request, [pds.ctx.cfg.service.did], 'com.atproto.repo.uploadBlob')
      if (did === undefined) return rejectToken(response, token, pds.ctx.cfg.service.did)
      try {
        response.json(respond(did, request, token))
      } catch (error) {
        if (!(error instanceof PartsError)) throw error
        reject(response, error.status, [error.error, error.message])
      }
    })
  }

  serve('startUpload', (did, { body }) => {
    if (exceedsLimit(jobs, did, Number(body?.sizeBytes)))
      throw new PartsError('DailyLimitExceeded', LIMIT_REACHED.message)
    return parts.start(did, body)
  })
  serve('uploadPart', (did, { body, query }) =>
    parts.put(did, query['jobId'], { number: Number(query['partNumber']), bytes: body }),
  )
  serve('abortUpload', (did, { body }) => parts.abort(did, body.jobId))
  serve('finishUpload', (did, { body }, token) => {
    const begin = (video: Buffer) => jobs.find(did, video) ?? jobs.begin(did, video, token)
    const jobStatus = parts.finish(did, body.jobId, begin)
    return { completedJobId: jobStatus.jobId, jobStatus }
  })
}

/**
 * Creates the simulated video service, written from the lexicons `app.bsky.video.*` and the known deviations of the
 * real service: `uploadVideo` returns the job itself, and 409 if the account has successfully uploaded the same bytes
 * before.
 * @see https://docs.bsky.app/docs/tutorials/video (read 2026-11-20)
 */
export function createVideoService(options: VideoServiceOptions): VideoService {
  const { innerUrl, records, now } = options
  const app = express().disable('x-powered-by')
  const jobs = createJobs(async (video, token) => {
    const selection = { token, body: video, contentType: 'video/mp4' }
    return (await callXrpc<{ blob: unknown }>(innerUrl, 'com.atproto.repo.uploadBlob', selection)).blob
  }, now)

  const shared: RouteContext = { app, jobs, options, callerOf: callersOf(options) }
  serveLimits(shared)
  serveSingleCall(shared)
  serveParts(shared)
  app.get('/xrpc/app.bsky.video.getJobStatus', async (request, response) => {
    const jobStatus = await jobs.step(String(request.query['jobId']))
    if (jobStatus === undefined) return reject(response, 400, ['InvalidRequest', 'No such job'])
    response.json({ jobStatus })
  })

  app.use((_request, response) => reject(response, 501, ['MethodNotImplemented', 'Method Not Implemented']))

  return {
    app,
    sendFault(fault, operation, response) {
      if (fault !== 'upload-limit-exceeded' || operation !== 'app.bsky.video.getUploadLimits') {
        return sendFault(fault, response, Date.now())
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(LIMIT_REACHED))
    },
    person: {
      'video-service': (body) => {
        allowFields(body, ['singleCallBytes'])
        const { singleCallBytes } = body
        if (!Number.isSafeInteger(singleCallBytes)) throw new RangeError('singleCallBytes: a whole number')
        return Object.assign(records.strictness, { singleCallBytes })
      },
      'video-job': (body) => {
        allowFields(body, ['polls', 'failureCode'])
        const { polls = 2, failureCode } = body
        if (!Number.isInteger(polls) || Number(polls) < 0 || Number(polls) > MAX_POLLS)
          throw new RangeError(`polls: a whole number up to ${MAX_POLLS}`)
        if (failureCode !== undefined && typeof failureCode !== 'string') throw new RangeError('failureCode: a text')
        jobs.decide({ polls: Number(polls), ...(failureCode === undefined ? {} : { failureCode }) })
      },
    },
  }
}
