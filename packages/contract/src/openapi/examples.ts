import type { PlatformWith, PublishPlatform } from '@carillon/domain'
import { adsExamples } from './ads-examples.ts'
import { messageExamples } from './message-examples.ts'
import { organizationExamples } from './organization-examples.ts'
import { reportExamples } from './report-examples.ts'
import { sampleImage } from './sample-image.ts'

const profileId = '0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
const accountId = '0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f'
const connectionSessionId = '0199d1b7-55aa-7bb1-8cc2-3dd4ee5ff601'
const publishId = '0199d1c0-7788-7a9b-8cad-be0f1a2b3c4d'
const at = '2026-11-20T09:30:00.000Z'
const later = '2026-11-20T10:00:00.000Z'
const redirectUrl = 'https://app.example.com/connected'
const postUri = 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3m5xk2qzv7c2a'
const postPage = 'https://bsky.app/profile/did:plc:ewvi7nxzyoun6zhxrhs64oiz/post/3m5xk2qzv7c2a'
const videoFile = 'https://media.example.com/samples/video.mp4'

const profile = {
  id: profileId,
  name: 'Lindqvist Bakery',
  externalId: 'customer-42',
  metadata: { plan: 'gold' },
  isDefault: false,
  createdAt: at,
  updatedAt: at,
}

const account = {
  accountId,
  profileId,
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

const post = {
  id: postUri,
  providerId: postUri,
  platform: 'bluesky',
  accountId,
  profileId,
  text: 'Fresh bread at seven.',
  mediaType: 'image',
  thumbnailUrl: null,
  permalink: postPage,
  publishedAt: at,
  metrics: { likes: 12, comments: 1, shares: 3, views: null, saves: null, quotes: 0 },
}

const publish = {
  publishId,
  platform: 'bluesky',
  accountId,
  profileId,
  requestId: '0199d1c0-7780-7a11-8d22-3e33f4a5b6c7',
  status: 'published',
  postIds: [postUri],
  permalink: postPage,
  error: null,
  text: 'Fresh bread at seven.',
  thread: [],
  media: [{ path: ['images', '0'], kind: 'image', bytes: 184_320, thumbnailUrl: null }],
  durationMs: 2_140,
  createdAt: at,
  updatedAt: at,
}

const commentPostId = '7350123456789012345'
const commentOnPost = {
  id: '7350123456789099999',
  mediaId: commentPostId,
  parentId: null,
  authorName: 'Joe',
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
  replyCount: 1,
}
const onTiktok = { platform: 'tiktok', accountId, profileId }
const reply = { ...commentOnPost, id: '7350123456789111111', parentId: commentOnPost.id, replyCount: 0 }
const ownReply = { ...reply, authorName: 'Lindqvist Bakery', body: 'From eight.', isCreator: true, deletable: true }

const still = { contentType: 'image/jpeg', base64: sampleImage }

/** The bodies with which accounts are connected and posts are published, on each network that can. */
type NetworkExample =
  | `Start${Capitalize<PlatformWith<'connect'>>}ConnectionRequest`
  | `${Capitalize<PublishPlatform>}Post`

/** Examples of bodies by the name of their schema. */
export const examples: Readonly<Record<string, object> & Record<NetworkExample, object>> = {
  CreateProfileRequest: { name: 'Lindqvist Bakery', externalId: 'customer-42', metadata: { plan: 'gold' } },
  StartInstagramConnectionRequest: { platform: 'instagram', authMethod: 'instagram_login', redirectUrl },
  StartTiktokConnectionRequest: { platform: 'tiktok', redirectUrl },
  StartFacebookConnectionRequest: { platform: 'facebook', redirectUrl },
  StartYoutubeConnectionRequest: { platform: 'youtube', redirectUrl },
  StartXConnectionRequest: { platform: 'x', redirectUrl },
  StartBlueskyConnectionRequest: { platform: 'bluesky', handle: 'bakery.example.com', redirectUrl },
  UpdateAccountRequest: { xCapabilities: { analytics: true, inbox: false } },
  InstagramPost: { platform: 'instagram', accountId, caption: 'Fresh bread at seven.', image: still },
  FacebookPost: { platform: 'facebook', accountId, message: 'Fresh bread at seven.', image: still },
  TiktokPost: {
    platform: 'tiktok',
    accountId,
    music_usage_confirmed: true,
    tiktok_title: 'Fresh bread at seven',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    video: { url: videoFile },
  },
  YoutubePost: {
    platform: 'youtube',
    accountId,
    title: 'How we bake',
    privacy_status: 'public',
    made_for_kids: false,
    video: { url: videoFile },
  },
  XPost: { platform: 'x', accountId, text: 'Fresh bread at seven.', thread: [{ text: 'And buns at eight.' }] },
  BlueskyPost: {
    platform: 'bluesky',
    accountId,
    text: 'Fresh bread at seven. https://bakery.example.com #bread',
    images: [{ content_type: 'image/jpeg', base64: sampleImage, altText: 'Loaves on a rack' }],
    langs: ['en'],
  },
  PostValidation: {
    valid: false,
    problems: [
      {
        code: 'invalid_image',
        path: ['images', '0'],
        message: 'is 200 px wide, at least 320 px needed: send a larger one',
        limit: 320,
        actual: 200,
      },
    ],
    media: [
      {
        path: ['images', '0'],
        contentType: 'image/jpeg',
        width: 200,
        height: 250,
        durationSeconds: null,
        bytes: 20480,
        conversions: [],
      },
    ],
    charges: [],
    preview: { text: 'Fresh bread at seven.', facets: [] },
  },
  Profile: profile,
  ProfileList: { profiles: [profile] },
  DeleteProfileResponse: { id: profileId, deleted: true },
  SignupConnectionRequest: { redirectUrl },
  StartedConnectionSession: {
    connectionSessionId,
    profileId,
    platform: 'bluesky',
    status: 'pending',
    authorizationUrl: 'https://bsky.social/oauth/authorize?request_uri=urn%3Aexample',
    expiresAt: later,
  },
  ConnectionSession: {
    connectionSessionId,
    profileId,
    platform: 'bluesky',
    status: 'completed',
    accountIds: [accountId],
    error: null,
    createdAt: at,
    expiresAt: later,
  },
  Account: account,
  AccountFailure: {
    accountId: '0199d1b9-3344-7e5f-9a0b-1c2d3e4f5a6b',
    profileId,
    platform: 'tiktok',
    code: 'connection_unavailable',
    message: 'The connection has expired; the customer has to connect the account again.',
  },
  AccountList: { status: 'complete', accounts: [account], errors: [] },
  DisconnectAccountResponse: { accountId, deleted: true },
  PostList: { status: 'complete', posts: [post], errors: [] },
  Publish: publish,
  ResolvePublishRequest: { outcome: 'published', postId: postUri },
  PublishList: { publishes: [publish], nextCursor: null },
  PublishWithAttempts: {
    ...publish,
    attempts: [{ startedAt: at, endedAt: at, step: 'record', outcome: 'succeeded', errorCode: null }],
  },
  ...organizationExamples,
  ...messageExamples,
  ...adsExamples,
  ...reportExamples,
  CommentList: {
    ...onTiktok,
    postId: commentPostId,
    posts: [
      {
        id: commentPostId,
        caption: 'Fresh bread at seven.',
        thumbnailUrl: null,
        permalink: 'https://www.tiktok.com/@bakery/video/7350123456789012345',
        publishedAt: at,
        commentsCount: 1,
      },
    ],
    comments: [commentOnPost],
    nextCursor: null,
    complete: true,
    syncedAt: at,
  },
  CreateInstagramCommentRequest: {
    platform: 'instagram',
    accountId,
    parentId: '17912345678901234',
    message: 'From eight.',
  },
  CreateFacebookCommentRequest: { platform: 'facebook', accountId, postId: '1055_2077', message: 'See you on Sunday.' },
  CreateTiktokCommentRequest: {
    platform: 'tiktok',
    accountId,
    postId: commentPostId,
    parentId: commentOnPost.id,
    message: 'From eight.',
  },
  CreateYoutubeCommentRequest: {
    platform: 'youtube',
    accountId,
    postId: 'dQw4w9WgXcQ',
    message: 'Thank you for watching!',
  },
  CreateCommentResponse: { ...onTiktok, comment: ownReply },
  UpdateInstagramCommentRequest: { platform: 'instagram', accountId, hidden: true },
  UpdateFacebookCommentRequest: { platform: 'facebook', accountId, hidden: true },
  UpdateTiktokCommentRequest: { platform: 'tiktok', accountId, postId: commentPostId, hidden: false, liked: true },
  UpdateYoutubeCommentRequest: { platform: 'youtube', accountId, hidden: true },
  UpdateCommentResponse: { ...onTiktok, comment: { id: commentOnPost.id, hidden: false, liked: true } },
  Usage: {
    platform: 'x',
    from: '2026-11-01',
    to: '2026-11-20',
    currency: 'USD',
    total: '0.03',
    operations: [{ operation: 'post.create', count: 2, unitPrice: '0.015', amount: '0.03' }],
    profiles: [{ profileId, amount: '0.03' }],
    daily: [{ date: '2026-11-20', amount: '0.03' }],
  },
}
