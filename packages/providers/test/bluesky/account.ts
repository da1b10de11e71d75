import { createHash, randomBytes } from 'node:crypto'
import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound } from '@carillon/outbound'
import type { BlueskyCall, BlueskyPublishCall, Credentials } from '../../src/bluesky/session.ts'
import type { AppCall, MediaSource } from '../../src/index.ts'

export type Post = BlueskyPublishCall['input']

export const did = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa'
export const server = 'https://pds.example.com'
export const createdAt = new Date('2026-11-20T10:00:00.000Z')

/** A session key made for these tests. */
const dpopJwk: Credentials['session']['dpopJwk'] = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
}

export const credentials: Credentials = {
  redirectUri: 'http://127.0.0.1:8080/oauth/bluesky/callback',
  session: {
    authMethod: { method: 'none' },
    dpopJwk,
    tokenSet: {
      iss: server,
      aud: `${server}/`,
      sub: did,
      scope: 'atproto transition:generic',
      access_token: 'access-1',
      refresh_token: 'refresh-1',
      token_type: 'DPoP',
      expires_at: '2026-11-20T11:00:00.000Z',
    },
  },
}

export const app = {
  hosts: {
    entryway: 'https://entryway.example.com',
    plc: 'https://plc.example.com',
    handles: 'https://handles.example.com',
    video: 'https://video.example.com',
    web: 'https://bsky.app',
  },
  secrets: {},
  publicUrl: 'http://127.0.0.1:8080',
}

/** Calls to simulated hosts; they have no real connections, so the guard must be given their addresses. */
export function offlineOutbound(): Outbound {
  const log = createLogger({ name: 'test', level: 'silent' })
  const allowedOrigins = [server, 'https://ada.example.com', ...Object.values(app.hosts)]
  return createOutbound({ log, allowedOrigins, resolve: async () => [{ address: '10.0.0.1', family: 4 }] })
}

export function appCall(outbound: Outbound, more: Partial<AppCall> = {}): AppCall {
  return { app, outbound, signal: new AbortController().signal, now: () => createdAt, requestId: 'request-1', ...more }
}

const nothing = async (): Promise<void> => {}

export function accountCall(call: AppCall, more: { providerId?: string; credentials?: Credentials } = {}): BlueskyCall {
  const account = {
    accountId: 'account-1',
    providerId: did,
    displayIdentifier: null,
    authMethod: null,
    scopes: ['atproto', 'transition:generic'],
    credentials,
    ...more,
  }
  return {
    ...call,
    account,
    consumeQuota: nothing,
    markQuotaExhausted: nothing,
    acquireRateSlot: nothing,
    recordCharge: nothing,
    noteDroppedMetric() {},
    pausedLimit: async () => null,
    pauseLimit: nothing,
  }
}

export function publishCall(call: BlueskyCall, post: Partial<Post>, at = createdAt): BlueskyPublishCall {
  const whole = { platform: 'bluesky', accountId: 'account-1', text: '', ...post } as Post
  return { ...call, writeId: 'publish-1', input: whole, createdAt: at }
}

export function source(bytes: Uint8Array, more: Partial<MediaSource> = {}): MediaSource {
  return {
    mediaId: 'media-1',
    contentType: 'image/jpeg',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: 1200,
    height: 800,
    durationSeconds: null,
    async *open() {
      yield bytes
    },
    link: async () => {
      throw new Error('this network pulls nothing')
    },
    ...more,
  }
}

export const randomly = (bytes: number): Uint8Array => randomBytes(bytes)
