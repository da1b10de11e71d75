import type { Account, Comment, ConnectionSession, Message, Publish, Schedule, WebhookEndpoint } from '@carillon/domain'

export const sampleProfileId = '0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
export const sampleAccountId = '0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f'

const at = '2026-11-20T09:30:00.000Z'
const later = '2026-11-20T10:00:00.000Z'

export const samplePostUri = 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3m5xk2qzv7c2a'
export const samplePostPage = 'https://bsky.app/profile/did:plc:ewvi7nxzyoun6zhxrhs64oiz/post/3m5xk2qzv7c2a'

export const sampleAccount: Account = {
  accountId: sampleAccountId,
  profileId: sampleProfileId,
  platform: 'bluesky',
  providerId: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
  displayIdentifier: 'bakery.example.com',
  displayName: 'Lindqvist Bakery',
  avatarUrl: null,
  authMethod: null,
  status: 'connected',
  scopes: ['atproto', 'transition:generic'],
  missingScopes: [],
  tokenExpiresAt: later,
  health: { state: 'ok', reason: null, actBefore: null },
  connectedAt: at,
  updatedAt: at,
}

export const sampleSession: ConnectionSession = {
  connectionSessionId: '0199d1b7-55aa-7bb1-8cc2-3dd4ee5ff601',
  profileId: sampleProfileId,
  platform: 'bluesky',
  status: 'completed',
  accountIds: [sampleAccountId],
  error: null,
  createdAt: at,
  expiresAt: later,
}

export const samplePublish: Publish = {
  publishId: '0199d1c0-7788-7a9b-8cad-be0f1a2b3c4d',
  platform: 'bluesky',
  accountId: sampleAccountId,
  profileId: sampleProfileId,
  requestId: '0199d1c0-7780-7a11-8d22-3e33f4a5b6c7',
  status: 'published',
  postIds: [samplePostUri],
  permalink: samplePostPage,
  error: null,
  text: 'Fresh bread at seven.',
  thread: [],
  media: [{ path: ['images', '0'], kind: 'image', bytes: 184_320, thumbnailUrl: null }],
  durationMs: 2_140,
  createdAt: at,
  updatedAt: '2026-11-20T09:30:02.140Z',
}

export const sampleSchedule: Schedule = {
  scheduleId: '0199d1c8-99aa-7b1c-8d2e-3f4a5b6c7d8e',
  status: 'scheduled',
  publishAt: {
    instant: '2026-12-24T17:00:00.000Z',
    local: '2026-12-24T18:00',
    timeZone: 'Europe/Berlin',
    note: null,
  },
  onLate: { afterMinutes: 60, then: 'hold' },
  profileId: sampleProfileId,
  accountId: sampleAccountId,
  platform: 'bluesky',
  post: { platform: 'bluesky', accountId: sampleAccountId, text: 'Happy holidays!' },
  publishId: null,
  requestId: '0199d1c8-9980-7a11-8d22-3e33f4a5b6c7',
  problem: null,
  createdAt: at,
  updatedAt: at,
}

export const sampleCommentPostId = '7350123456789012345'

export const sampleComment: Comment = {
  id: '7350123456789099999',
  mediaId: sampleCommentPostId,
  parentId: null,
  authorName: 'joe.park',
  authorFullName: 'Joe Park',
  authorHandle: 'joe.park',
  avatarUrl: 'https://p16.example.com/joe.jpeg',
  profileUrl: 'https://www.tiktok.com/@joe.park',
  body: 'Do you open on Sunday?',
  likeCount: 3,
  isCreator: false,
  isHidden: false,
  createdAt: at,
  liked: false,
  deletable: false,
  replyCount: 0,
}

export const sampleMessage: Message = {
  id: '0199d1d0-1122-7c3d-8e4f-5a6b7c8d9e0f',
  providerId: 'aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlEOjE3',
  platform: 'instagram',
  accountId: sampleAccountId,
  profileId: sampleProfileId,
  direction: 'outbound',
  type: 'text',
  sender: null,
  recipient: '7231894402910663',
  senderName: null,
  recipientName: 'joe.park',
  body: 'We open at seven.',
  status: 'sent',
  error: null,
  occurredAt: at,
  createdAt: at,
}

export const sampleEndpoint: WebhookEndpoint = {
  id: '0199d1f0-2233-7b4c-8d5e-6f708192a3b4',
  url: 'https://app.example.com/carillon',
  types: ['publish.*', 'message.received'],
  profileId: null,
  description: 'Booking app',
  headerNames: ['x-tenant'],
  status: 'enabled',
  disabledReason: null,
  createdAt: at,
  updatedAt: at,
}
