import nock from 'nock'
import type { Step } from '../../src/ports/publish.ts'
import { initialState, type PublishState } from '../../src/youtube/publish-state.ts'
import { api } from './network.ts'
import { video, videos } from './responses.ts'

export const path = '/upload/youtube/v3/videos'
const session = `${api}${path}?uploadType=resumable&upload_id=AD-1`
export const bearer = { authorization: 'Bearer ya29.access' }

export interface Sent {
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

/** @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (read 2026-11-20) */
export function mockOpening(status = 200, body: object | string = '', headers: Record<string, string> = {}): Sent[] {
  const sent: Sent[] = []
  nock(api)
    .post(path)
    .query(true)
    .reply(async (request: Request) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      sent.push({ query, headers: Object.fromEntries(request.headers), body: await request.json() })
      return [status, body, { location: session, ...headers }]
    })
  return sent
}

/** A PUT to the session with this `Content-Range`. */
export function mockPut(
  range: string,
  status: number,
  body: object | string = '',
  headers: Record<string, string> = {},
) {
  const bodies: Buffer[] = []
  nock(api, { reqheaders: { ...bearer, 'content-range': range, 'content-type': 'video/mp4' } })
    .put(path)
    .query({ uploadType: 'resumable', upload_id: 'AD-1' })
    .reply(async (request: Request) => {
      bodies.push(Buffer.from(await request.arrayBuffer()))
      return [status, body, headers]
    })
  return bodies
}

export const stored = (bytes: number): [number, string, Record<string, string>] =>
  bytes === 0 ? [308, '', {}] : [308, '', { range: `bytes=0-${bytes - 1}` }]

export const opened: PublishState = { ...initialState, session }

export function mockStatus(parts: Record<string, unknown> | null) {
  nock(api, { reqheaders: bearer })
    .get('/youtube/v3/videos')
    .query({ part: 'status,processingDetails', id: 'vid-1' })
    .reply(200, parts === null ? videos() : videos(video('vid-1', parts)))
}

export function stateOf(step: Step<PublishState>): PublishState {
  if (step.kind !== 'next' && step.kind !== 'wait') throw new Error(`no state in ${step.kind}`)
  return step.state
}
