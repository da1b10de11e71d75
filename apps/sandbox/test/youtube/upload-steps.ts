import { type Rig, scope, type TestResponse } from './rig.ts'

export const metadata = {
  snippet: { title: 'A walk', description: 'Along the sea', tags: ['walk', 'the sea'], categoryId: '22' },
  status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, containsSyntheticMedia: false },
}

export interface Start {
  token: string
  body?: unknown
  query?: string
  headers?: Record<string, string>
}

/** Starts an upload session. `body` replaces the metadata; a string is sent unchanged. */
export function begin(rig: Rig, { token, body = metadata, query = '', headers = {} }: Start): Promise<TestResponse> {
  return rig.api(`/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status${query}`, token, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=UTF-8', 'x-upload-content-type': 'video/mp4', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Starts an upload session and returns its URL; empty if it was rejected. */
export async function session(rig: Rig, start: Start): Promise<string> {
  const response = await begin(rig, start)
  return response.headers.get('location') ?? ''
}

export function put(rig: Rig, address: string, bytes: Buffer | null, range?: string): Promise<TestResponse> {
  const headers: Record<string, string> = { 'content-type': 'video/mp4', ...(range ? { 'content-range': range } : {}) }
  return rig.call(address, { method: 'PUT', headers, body: bytes === null ? '' : new Uint8Array(bytes) })
}

export function uploader(rig: Rig, as = 'nora.videos'): Promise<string> {
  return rig.token({ as, query: { scope: `${scope('youtube.upload')} ${scope('youtube.force-ssl')}` } })
}
