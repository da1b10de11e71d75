import type { PlatformWith, PublishPlatform } from '@carillon/domain'
import {
  sampleAccount as account,
  sampleAccountId as accountId,
  sampleComment as commentOnPost,
  sampleCommentPostId as commentPostId,
  samplePostPage as postPage,
  samplePostUri as postUri,
  sampleProfileId as profileId,
  samplePublish as publish,
  sampleSession,
} from '../events/samples.ts'
import { adsExamples } from './ads-examples.ts'
import { messageExamples } from './message-examples.ts'
import { organizationExamples } from './organization-examples.ts'
import { reportExamples } from './report-examples.ts'
import { sampleImage } from './sample-image.ts'
import { scheduleExamples } from './schedule-examples.ts'
import { webhookExamples } from './webhook-examples.ts'

const at = '2026-11-20T09:30:00.000Z'
const later = '2026-11-20T10:00:00.000Z'
const redirectUrl = 'https://app.example.com/connected'
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
const defaultProfile = {
  id: '0199d1b2-1000-7000-8a3b-0c6a5e1f2d4b',
  name: 'Default',
  externalId: null,
  metadata: null,
  isDefault: true,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
}

const post = {
  id: postUri,
  providerId: postUri,
  platform: 'bluesky',
  accountId,
  profileId,
  text: 'Fresh bread at seven.',
  mediaType: 'text',
  thumbnailUrl: null,
  permalink: postPage,
  publishedAt: at,
  metrics: { likes: 12, comments: 1, shares: 3, views: null, saves: null, quotes: 0 },
}

const onTiktok = { platform: 'tiktok', accountId, profileId }
const ownReply = {
  ...commentOnPost,
  id: '7350123456789111111',
  parentId: commentOnPost.id,
  authorName: 'bakery',
  authorFullName: 'Lindqvist Bakery',
  authorHandle: 'bakery',
  avatarUrl: null,
  profileUrl: 'https://www.tiktok.com/@bakery',
  body: 'From eight.',
  likeCount: 0,
  isCreator: true,
  deletable: true,
}

const still = { contentType: 'image/jpeg', base64: sampleImage }

/** The schema names of the bodies for connecting accounts and publishing posts; each must have an example. */
type NetworkExample =
  | `Start${Capitalize<PlatformWith<'connect'>>}ConnectionRequest`
  | `${Capitalize<PublishPlatform>}Post`

const commentedPost = { text: 'Fresh bread at seven.', thumbnailUrl: null, permalink: null }
const recentComment = { ...commentOnPost, postId: commentPostId, accountId, platform: 'tiktok', post: commentedPost }
const posts: Readonly<Record<PublishPlatform, object>> = {
  instagram: { platform: 'instagram', accountId, caption: 'Fresh bread at seven.', image: still },
  facebook: { platform: 'facebook', accountId, message: 'Fresh bread at seven.', image: still },
  tiktok: {
    platform: 'tiktok',
    accountId,
    music_usage_confirmed: true,
    tiktok_title: 'Fresh bread at seven',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    video: { url: videoFile },
  },
  youtube: {
    platform: 'youtube',
    accountId,
    title: 'How we bake',
    privacy_status: 'public',
    made_for_kids: false,
    video: { url: videoFile },
  },
  x: { platform: 'x', accountId, text: 'Fresh bread at seven.', thread: [{ text: 'And buns at eight.' }] },
  bluesky: {
    platform: 'bluesky',
    accountId,
    text: 'Fresh bread at seven. https://bakery.example.com #bread',
    images: [{ content_type: 'image/jpeg', base64: sampleImage, altText: 'Loaves on a rack' }],
    langs: ['en'],
  },
}

/**
 * Example request and response bodies of all operations, keyed by the name of their schema. A response of operations of
 * one platform can have its own, keyed by name and platform, as in `StartedConnectionSession:whatsapp`.
 */
export const examples: Readonly<Record<string, object> & Record<NetworkExample, object>> = {
  CreateProfileRequest: { name: 'Lindqvist Bakery', externalId: 'customer-42', metadata: { plan: 'gold' } },
  StartInstagramConnectionRequest: { platform: 'instagram', authMethod: 'instagram_login', redirectUrl },
  StartTiktokConnectionRequest: { platform: 'tiktok', redirectUrl },
  StartFacebookConnectionRequest: { platform: 'facebook', redirectUrl },
  StartYoutubeConnectionRequest: { platform: 'youtube', redirectUrl },
  StartXConnectionRequest: { platform: 'x', redirectUrl },
  StartBlueskyConnectionRequest: { platform: 'bluesky', handle: 'bakery.example.com', redirectUrl },
  UpdateAccountRequest: { xCapabilities: { analytics: true, inbox: false } },
  InstagramPost: posts.instagram,
  FacebookPost: posts.facebook,
  TiktokPost: posts.tiktok,
  YoutubePost: posts.youtube,
  XPost: posts.x,
  BlueskyPost: posts.bluesky,
  PostValidation: {
    valid: false,
    problems: [
      {
        code: 'invalid_image',
        path: ['images', '0'],
        message: 'has a ratio of width to height of 0.5, at least 0.75 needed: crop it to a wider one',
        limit: 0.75,
        actual: 0.5,
      },
    ],
    media: [
      {
        path: ['images', '1'],
        contentType: 'image/jpeg',
        width: 1080,
        height: 1350,
        durationSeconds: null,
        bytes: 204800,
        conversions: [],
      },
    ],
    unchecked: [],
    charges: [],
    preview: { text: 'Fresh bread at seven.', facets: [] },
  },
  Upload: {
    uploadId: '0199d1b2-7c3e-7d10-8a52-3f0c1d2e4b5a',
    status: 'complete',
    bytes: 1_048_576,
    received: 1_048_576,
    contentType: 'video/mp4',
    width: 1080,
    height: 1920,
    durationMs: 12_000,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    expiresAt: '2026-11-24T10:00:00.000Z',
  },
  Profile: profile,
  ProfileList: { profiles: [defaultProfile, profile] },
  DeleteProfileResponse: { id: profileId, deleted: true },
  SignupConnectionRequest: { redirectUrl },
  StartedConnectionSession: {
    connectionSessionId: sampleSession.connectionSessionId,
    profileId,
    platform: 'bluesky',
    status: 'pending',
    authorizationUrl: 'https://bsky.social/oauth/authorize?request_uri=urn%3Aexample',
    expiresAt: later,
  },
  'StartedConnectionSession:whatsapp': {
    connectionSessionId: sampleSession.connectionSessionId,
    profileId,
    platform: 'whatsapp',
    status: 'pending',
    authorizationUrl: 'https://carillon.example.com/connect/whatsapp?session=(43 random characters)',
    expiresAt: later,
  },
  ConnectionSession: sampleSession,
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
  WriteList: {
    writes: [
      {
        id: publish.publishId,
        kind: 'publish',
        status: publish.status,
        platform: publish.platform,
        accountId,
        profileId: publish.profileId,
        result: { postIds: publish.postIds, permalink: publish.permalink },
        error: null,
        createdAt: publish.createdAt,
        updatedAt: publish.updatedAt,
      },
    ],
  },
  RecentComment: recentComment,
  RecentCommentList: { comments: [recentComment], nextCursor: null },
  ...scheduleExamples(posts),
  ...organizationExamples,
  ...messageExamples,
  ...webhookExamples,
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
