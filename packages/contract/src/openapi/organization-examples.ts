const keyId = '0199d1b3-aa00-7c11-9d22-4e33f5a6b7c8'
/** The key that created it, which has more access. */
const parentKey = { id: '0199d1b3-9900-7c11-9d22-4e33f5a6b7c8', name: 'Backend' }

const key = {
  keyId,
  name: 'Booking app',
  profileId: null,
  profileIds: null,
  scopes: ['comments:write', 'posts:read'],
  allowedIps: ['203.0.113.0/24'],
  budgets: { repliesPerDay: 50 },
  used: { repliesPerDay: 12 },
  last4: 'u7Qd',
  createdAt: '2026-11-20T09:30:00.000Z',
  expiresAt: '2099-11-20T09:30:00.000Z',
  lastUsedAt: '2026-11-20T16:02:11.000Z',
  lastUsedIp: '203.0.113.7',
}
const origin = 'https://app.example.com'

const quota = {
  name: 'youtube.units',
  title: 'API units',
  platform: 'youtube',
  used: 1250,
  limit: 10_000,
  isExhausted: false,
  resetsAt: '2026-11-21T08:00:00.000Z',
}
const setup = { platform: 'youtube', state: 'incomplete', missingSettings: ['YOUTUBE_CLIENT_SECRET'] }

const auditEntry = {
  id: '0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b63',
  at: '2026-11-20T09:30:00.000Z',
  action: 'keys.create',
  actor: { type: 'session', ...parentKey },
  profileId: null,
  targets: [{ type: 'key', id: keyId }],
  requestId: '0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b62',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  outcome: { status: 201, code: null },
}

const request = {
  id: '0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b64',
  at: '2026-11-20T09:30:00.000Z',
  method: 'POST',
  path: '/posts',
  params: {},
  operation: 'posts.publish',
  status: 422,
  code: 'privacy_level_unsupported',
  problem: 'TikTok posts a video for everybody only: use PUBLIC_TO_EVERYONE, or post_mode MEDIA_UPLOAD for a draft.',
  key: parentKey,
  source: 'api',
  profileId: '0199d1b2-1111-7000-8a3b-0c6a5e1f2d4b',
  durationMs: 12,
  requestId: '0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b64',
  publishId: null,
  ip: '203.0.113.7',
}

const keyCheck = {
  keyId,
  from: '2026-11-20T09:30:00.000Z',
  to: '2026-11-27T09:30:00.000Z',
  requests: 1204,
  rejected: 12,
  rejections: [
    {
      operation: 'comments.create',
      code: 'insufficient_scope',
      requiredScope: 'comments:write',
      count: 12,
      lastAt: '2026-11-20T16:02:11.000Z',
    },
  ],
}

const connectLink = {
  id: '0199d1c4-2f6a-7d31-9b57-4c8e1a0d2b70',
  profileId: '0199d1b2-1111-7000-8a3b-0c6a5e1f2d4b',
  platforms: ['instagram', 'bluesky'],
  redirectUrl: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  expiresAt: '2026-11-23T09:30:00.000Z',
  lastUsedAt: null,
}

const organization = { id: '0199d1b2-0000-7000-8000-000000000001', name: 'Acme', color: '#1a5fb4', logoUrl: null }

/**
 * Example bodies about API keys, connect links, allowed origins, the audit log, requests, quotas and settings, keyed by
 * the name of their schema.
 */
export const organizationExamples: Readonly<Record<string, object>> = {
  ApiKey: key,
  KeyList: { keys: [key] },
  CreateKeyRequest: {
    name: key.name,
    scopes: key.scopes,
    budgets: key.budgets,
    allowedIps: key.allowedIps,
    expiresAt: key.expiresAt,
  },
  CreateKeyResponse: {
    ...key,
    used: { repliesPerDay: 0 },
    lastUsedAt: null,
    lastUsedIp: null,
    apiKey: 'carillon_(43 random characters and a checksum)',
  },
  DeleteKeyResponse: { keyId, deleted: true, deletedKeyIds: [keyId] },
  Quota: quota,
  QuotaList: { quotas: [quota] },
  PlatformSetup: setup,
  PlatformList: { platforms: [setup] },
  AuditEntry: auditEntry,
  ConnectLink: connectLink,
  ConnectLinkList: { connectLinks: [connectLink] },
  CreateConnectLinkRequest: { expiresIn: 259_200, platforms: connectLink.platforms },
  CreateConnectLinkResponse: { ...connectLink, url: 'https://carillon.example.com/connect/(43 random characters)' },
  DeleteConnectLinkResponse: { id: connectLink.id, deleted: true },
  Organization: organization,
  UpdateOrganizationRequest: { name: organization.name, color: organization.color },
  RequestRecord: request,
  RequestList: { requests: [request], nextCursor: null },
  KeyCheck: keyCheck,
  UpdateKeyRequest: { name: key.name, scopes: key.scopes, budgets: key.budgets },
  CheckKeyRequest: { scopes: ['comments:read', 'posts:read'], allowedIps: key.allowedIps },
  AuditLogList: { entries: [auditEntry], nextCursor: null },
  OriginList: { origins: [origin] },
  CreateOriginRequest: { origin },
  CreateOriginResponse: { origin },
  DeleteOriginResponse: { origin, deleted: true },
}
