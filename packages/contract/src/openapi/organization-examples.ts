const keyId = '0199d1b3-aa00-7c11-9d22-4e33f5a6b7c8'

const key = {
  keyId,
  name: 'Booking app',
  profileId: null,
  last4: 'u7Qd',
  createdAt: '2026-11-20T09:30:00.000Z',
  expiresAt: '2099-11-20T09:30:00.000Z',
  lastUsedAt: null,
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

/** Examples of API keys, allowed origins, quotas and settings by the name of their schema. */
export const organizationExamples: Readonly<Record<string, object>> = {
  ApiKey: key,
  KeyList: { keys: [key] },
  CreateKeyRequest: { name: key.name, expiresAt: key.expiresAt },
  CreateKeyResponse: { ...key, apiKey: 'carillon_(43 random characters and a checksum)' },
  DeleteKeyResponse: { keyId, deleted: true, deletedKeyIds: [keyId] },
  Quota: quota,
  QuotaList: { quotas: [quota] },
  PlatformSetup: setup,
  PlatformList: { platforms: [setup] },
  OriginList: { origins: [origin] },
  CreateOriginRequest: { origin },
  CreateOriginResponse: { origin },
  DeleteOriginResponse: { origin, deleted: true },
}
