import type { OutboundResponse } from '@carillon/outbound'
import type { AppCall, Json } from '../call-context.ts'
import { callNetwork, type Dialect } from '../call-network.ts'
import { bodyOf, isObject } from '../json.ts'
import type { MediaSource } from '../media-source.ts'
import { dialect, videoServiceRules } from './errors.ts'
import { hostOf } from './host.ts'
import type { Session } from './session.ts'
import { callServer, unexpectedResponse } from './xrpc.ts'

/** The status of a job as the video service reports it. */
export interface JobStatus {
  jobId?: string
  /** The state by the name that the service uses, such as `JOB_STATE_FAILED`. */
  state?: string
  /** The stored video, to put into the record unchanged; absent until the video is processed. */
  blob?: Json
  /** Why processing failed: `failureCode` is a code such as `encoding_failure`, `error` and `message` are texts. */
  error?: string
  failureCode?: string
  message?: string
}

/** What an account may still upload today, as the video service reports it. */
export interface UploadLimits {
  canUpload?: boolean
  remainingDailyVideos?: number
  remainingDailyBytes?: number
  /** The service's explanation if `canUpload` is false. */
  message?: string
}

const uploadTimeoutMs = 15 * 60_000

/**
 * Returns the `did:web` of a service, derived from its URL.
 * @see https://atproto.com/specs/did#at-protocol-did-identifiers (read 2026-11-20)
 */
function serviceDid(origin: string): string {
  return `did:web:${encodeURIComponent(new URL(origin).host)}`
}

/**
 * Reads the DID of the account's server, as the server describes itself; if it does not, the DID is derived from its
 * URL.
 * @see https://docs.bsky.app/docs/api/com-atproto-server-describe-server (read 2026-11-20)
 */
async function readServerDid(call: AppCall, session: Session): Promise<string> {
  const described = callServer(call, session, { method: 'com.atproto.server.describeServer', timeoutMs: 5_000 })
  const { did } = await described.catch(() => ({ did: undefined }))
  return typeof did === 'string' ? did : serviceDid(session.server)
}

/**
 * Obtains from the account's server a token with which the service `aud` (a DID) accepts calls of the method `lxm` on
 * behalf of the account, for the next `seconds`.
 * @throws ProviderError if the server rejects the call or does not respond
 * @see https://docs.bsky.app/docs/api/com-atproto-server-get-service-auth (read 2026-11-20)
 */
async function serviceToken(
  call: AppCall,
  session: Session,
  { aud, lxm, seconds }: { aud: string; lxm: string; seconds: number },
): Promise<string> {
  const method = 'com.atproto.server.getServiceAuth'
  const exp = Math.floor(call.now().getTime() / 1000) + seconds
  const { token } = await callServer(call, session, { method, query: { aud, lxm, exp } })
  if (typeof token !== 'string') throw unexpectedResponse(method)
  return token
}

/**
 * Obtains the token with which the video service accepts a video of the account and stores it on the account's server;
 * it works for 30 minutes.
 * @throws ProviderError if the server rejects the call or does not respond
 */
export async function uploadToken(call: AppCall, session: Session): Promise<string> {
  const aud = await readServerDid(call, session)
  return serviceToken(call, session, { aud, lxm: 'com.atproto.repo.uploadBlob', seconds: 1800 })
}

/** Returns the URL of a method of the video service. */
export function urlOf(call: AppCall, method: string, query: Record<string, string> = {}): URL {
  const url = new URL(`/xrpc/${method}`, hostOf(call.app, 'video'))
  url.search = new URLSearchParams(query).toString()
  return url
}

/** Returns the job status in a response, which is either the whole body or its field `jobStatus`. */
export function statusIn(response: OutboundResponse): JobStatus {
  const body = bodyOf(response)
  const { jobStatus } = body
  return isObject(jobStatus) ? jobStatus : body
}

/**
 * Reads from the video service how many videos and bytes the account may still upload today. Fields that it does not
 * report are absent.
 * @throws ProviderError if the account's server or the video service rejects the call or does not respond
 * @see https://docs.bsky.app/docs/tutorials/video (read 2026-11-20)
 */
export async function readUploadLimits(call: AppCall, session: Session): Promise<UploadLimits> {
  const lxm = 'app.bsky.video.getUploadLimits'
  const aud = serviceDid(hostOf(call.app, 'video'))
  const token = await serviceToken(call, session, { aud, lxm, seconds: 60 })
  const response = await callNetwork(call, dialect(videoServiceRules), {
    method: 'GET',
    url: urlOf(call, lxm),
    operation: lxm,
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: 10_000,
    retry: 'read',
  })
  return bodyOf(response)
}

/**
 * Uploads a video to the video service, which processes it and stores it on the account's server. Returns the status of
 * the processing job; if the service already knows the video, that is the job of the earlier upload. `name` is the file
 * name without extension.
 * @throws ProviderError if the service rejects the video or does not respond
 * @see https://docs.bsky.app/docs/tutorials/video (read 2026-11-20)
 */
export async function uploadVideo(
  call: AppCall,
  session: Session,
  { source, name }: { source: MediaSource; name: string },
): Promise<JobStatus> {
  const token = await uploadToken(call, session)
  const spoken = dialect(videoServiceRules)
  const known: Dialect = {
    ...spoken,
    rejection: (response, now) =>
      response.status === 409 && statusIn(response).jobId ? undefined : spoken.rejection(response, now),
  }
  const response = await callNetwork(call, known, {
    method: 'POST',
    url: urlOf(call, 'app.bsky.video.uploadVideo', { did: session.did, name: `${name}.mp4` }),
    operation: 'app.bsky.video.uploadVideo',
    headers: { authorization: `Bearer ${token}`, 'content-type': source.contentType },
    body: source.open(),
    contentLength: source.bytes,
    timeoutMs: uploadTimeoutMs,
  })
  return statusIn(response)
}

/**
 * Reads the status of a processing job from the video service. Fields that it does not report are absent.
 * @throws ProviderError if the service rejects the call or does not respond
 * @see https://docs.bsky.app/docs/api/app-bsky-video-get-job-status (read 2026-11-20)
 */
export async function readJob(call: AppCall, jobId: string): Promise<JobStatus> {
  const operation = 'app.bsky.video.getJobStatus'
  const url = urlOf(call, operation, { jobId })
  const request = { method: 'GET', url, operation, timeoutMs: 10_000, retry: 'read' } as const
  return statusIn(await callNetwork(call, dialect(videoServiceRules), request))
}
