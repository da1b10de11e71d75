import type { ErrorCode } from '@carillon/errors'
import type { Platform } from './platforms.ts'

/** The cell of a capability that a network does not support: requests are rejected with `rejection` of the row. */
const no = false
/** The cell of a capability that a network supports without limits of its own. */
const yes = {}

/** The limits in a cell. Those named here mean the same in every row. */
interface Limits {
  /** The error code for a string that is not valid base64. */
  badBase64?: ErrorCode
  /** The error code for an organization without a card on file, where the network bills the action. */
  billed?: ErrorCode
  [limit: string]: unknown
}

/** A cell of the capability matrix: `false` if the platform lacks the capability, otherwise its limits. */
export type Cell = typeof no | Readonly<Limits>

/** A row of the capability matrix: one capability, with a cell for each platform. */
export interface CapabilityRow {
  /** The action, as the reference page names it. */
  title: string
  /** The error code for platforms that lack the capability. */
  rejection: ErrorCode
  /** A sentence about what clients use in its place, for a capability that no platform has. */
  instead?: string
  cells: Record<Platform, Cell>
}

/**
 * The capability matrix: what each network supports, with which limits. Types, error codes, schemas, the reference page
 * and tests are made from it.
 */
export const capabilities = {
  connect: {
    title: 'Connect an account',
    rejection: 'provider_not_supported',
    cells: {
      instagram: { authMethods: ['instagram_login', 'facebook_login'] },
      tiktok: yes,
      facebook: yes,
      whatsapp: no,
      youtube: yes,
      x: { billed: 'x_billing_required' },
      bluesky: { handle: true },
    },
  },
  'connect.signup': {
    title: "Connect a number by the platform's own sign-up",
    rejection: 'provider_not_supported',
    cells: {
      instagram: no,
      tiktok: no,
      facebook: no,
      whatsapp: { perProfile: 1, conflict: 'whatsapp_number_conflict' },
      youtube: no,
      x: no,
      bluesky: no,
    },
  },
  'accounts.switches': {
    title: 'Switch paid background reads (xCapabilities)',
    rejection: 'not_supported',
    cells: { instagram: no, tiktok: no, facebook: no, whatsapp: no, youtube: no, x: yes, bluesky: no },
  },
  'posts.list': {
    title: 'List posts',
    rejection: 'unsupported_platform',
    cells: { instagram: yes, tiktok: yes, facebook: yes, whatsapp: no, youtube: yes, x: yes, bluesky: yes },
  },
  'posts.publish': {
    title: 'Publish a post',
    rejection: 'unsupported_platform',
    cells: {
      instagram: { images: 10 },
      tiktok: { photos: 35 },
      facebook: { images: 10 },
      whatsapp: no,
      youtube: yes,
      x: { media: 4, thread: 24, badBase64: 'invalid_media' },
      bluesky: { images: 4, thread: 24 },
    },
  },
  'posts.upload': {
    title: 'Publish with multipart file upload',
    rejection: 'unsupported_platform',
    cells: { instagram: yes, tiktok: yes, facebook: yes, whatsapp: no, youtube: no, x: no, bluesky: no },
  },
  'posts.schedule': {
    title: 'Schedule, queue or upload in the background',
    rejection: 'unsupported_feature',
    instead: 'Leave the field out; POST /schedules publishes later, and POST /uploads sends files before their post.',
    cells: { instagram: no, tiktok: no, facebook: no, whatsapp: no, youtube: no, x: no, bluesky: no },
  },
  'posts.delete': {
    title: 'Delete a post',
    rejection: 'not_supported',
    cells: { instagram: no, tiktok: no, facebook: yes, whatsapp: no, youtube: yes, x: yes, bluesky: yes },
  },
  'comments.list': {
    title: 'List comments and replies',
    rejection: 'unsupported_platform',
    cells: {
      instagram: { recentPosts: 25, staleAfterSeconds: 60 },
      tiktok: { recentPosts: 20, staleAfterSeconds: 60, pageSize: 30 },
      facebook: { recentPosts: 25, staleAfterSeconds: 60 },
      whatsapp: no,
      youtube: {
        recentPosts: 25,
        staleAfterSeconds: 600,
        pageSize: 100,
        newestEverySeconds: 120,
      },
      x: no,
      bluesky: no,
    },
  },
  'comments.cursor': {
    title: 'Page through comments with a cursor',
    rejection: 'not_supported',
    cells: { instagram: no, tiktok: yes, facebook: no, whatsapp: no, youtube: yes, x: no, bluesky: no },
  },
  'comments.reply': {
    title: 'Reply to a comment',
    rejection: 'unsupported_platform',
    cells: {
      instagram: { maxLength: 2200 },
      tiktok: { maxLength: 1200, needsPostId: true },
      facebook: { maxLength: 8000 },
      whatsapp: no,
      youtube: { maxLength: 10000, needsPostId: true },
      x: no,
      bluesky: no,
    },
  },
  'comments.comment': {
    title: 'Comment on the own post',
    rejection: 'not_supported',
    cells: {
      instagram: no,
      tiktok: yes,
      facebook: yes,
      whatsapp: no,
      youtube: yes,
      x: no,
      bluesky: no,
    },
  },
  'comments.hide': {
    title: 'Hide and unhide a comment',
    rejection: 'unsupported_platform',
    cells: {
      instagram: yes,
      tiktok: { needsPostId: true },
      facebook: yes,
      whatsapp: no,
      youtube: yes,
      x: no,
      bluesky: no,
    },
  },
  'comments.like': {
    title: 'Like and unlike a comment',
    rejection: 'not_supported',
    cells: { instagram: no, tiktok: yes, facebook: no, whatsapp: no, youtube: no, x: no, bluesky: no },
  },
  'comments.delete': {
    title: 'Delete a comment',
    rejection: 'unsupported_platform',
    cells: {
      instagram: { others: true },
      tiktok: { others: false },
      facebook: { others: true },
      whatsapp: no,
      youtube: { others: true },
      x: no,
      bluesky: no,
    },
  },
  'comments.banAuthor': {
    title: 'Ban the author of a deleted comment',
    rejection: 'not_supported',
    cells: { instagram: no, tiktok: no, facebook: no, whatsapp: no, youtube: yes, x: no, bluesky: no },
  },
  'messages.list': {
    title: 'List direct messages',
    rejection: 'unsupported_platform',
    cells: { instagram: yes, tiktok: no, facebook: yes, whatsapp: yes, youtube: no, x: no, bluesky: no },
  },
  'messages.send': {
    title: 'Send a direct message',
    rejection: 'provider_not_supported',
    cells: {
      instagram: yes,
      tiktok: no,
      facebook: yes,
      whatsapp: { expired: 'reconnect_required' },
      youtube: no,
      x: no,
      bluesky: no,
    },
  },
  'messages.send.text': {
    title: 'Send a text reply',
    rejection: 'provider_not_supported',
    cells: {
      // The API counts characters, the network bytes of UTF-8.
      instagram: { maxLength: 1000, maxBytes: 1000, windowHours: 24 },
      tiktok: no,
      facebook: { maxLength: 1000, windowHours: 24 },
      whatsapp: no,
      youtube: no,
      x: no,
      bluesky: no,
    },
  },
  'messages.send.template': {
    title: 'Send an approved template',
    rejection: 'provider_not_supported',
    cells: {
      instagram: no,
      tiktok: no,
      facebook: no,
      whatsapp: { bodyParameters: 20 },
      youtube: no,
      x: no,
      bluesky: no,
    },
  },
  'analytics.account-insights': {
    title: 'Account insights',
    rejection: 'unsupported_platform',
    cells: {
      instagram: { days: 28 },
      tiktok: { defaultDays: 28, oldestDays: 60 },
      facebook: no,
      whatsapp: no,
      youtube: no,
      x: no,
      bluesky: no,
    },
  },
  'analytics.account-analytics': {
    title: 'Account profile and totals',
    rejection: 'unsupported_platform',
    cells: { instagram: no, tiktok: yes, facebook: no, whatsapp: no, youtube: no, x: no, bluesky: no },
  },
  'analytics.page-metrics': {
    title: 'Page metrics',
    rejection: 'unsupported_platform',
    cells: { instagram: no, tiktok: no, facebook: { days: 28 }, whatsapp: no, youtube: no, x: no, bluesky: no },
  },
  'analytics.channel-insights': {
    title: 'Channel insights',
    rejection: 'unsupported_platform',
    cells: {
      instagram: no,
      tiktok: no,
      facebook: no,
      whatsapp: no,
      youtube: { defaultDays: 28, windowDays: 365, lagDays: 3 },
      x: no,
      bluesky: no,
    },
  },
  'analytics.video-insights': {
    title: 'Video insights',
    rejection: 'unsupported_platform',
    cells: {
      instagram: no,
      tiktok: { videoIds: 20 },
      facebook: no,
      whatsapp: no,
      youtube: { videoIds: 50, defaultVideos: 20, defaultDays: 28, windowDays: 365, lagDays: 3 },
      x: no,
      bluesky: no,
    },
  },
  ads: {
    title: 'Advertising accounts, campaigns, insights and leads',
    rejection: 'unsupported_platform',
    cells: { instagram: no, tiktok: no, facebook: yes, whatsapp: no, youtube: no, x: no, bluesky: no },
  },
  usage: {
    title: 'Charges billed by the network',
    rejection: 'unsupported_platform',
    cells: { instagram: no, tiktok: no, facebook: no, whatsapp: no, youtube: no, x: yes, bluesky: no },
  },
} as const satisfies Record<string, CapabilityRow>

export type Capability = keyof typeof capabilities

type Cells<C extends Capability> = (typeof capabilities)[C]['cells']

/** The cell of platform `P` for capability `C`. */
export type CellOf<C extends Capability, P extends Platform> = P extends keyof Cells<C> ? Cells<C>[P] : never

/**
 * The platforms that support a capability. A record keyed by it must have an entry for each of them, and none for
 * others.
 */
export type PlatformWith<C extends Capability> = {
  [P in Platform]: CellOf<C, P> extends false ? never : P
}[Platform]

const rows: Readonly<Record<Capability, { cells: Partial<CapabilityRow['cells']> }>> = capabilities

/** Returns the cell of a platform for a capability: `false`, or its limits. */
export function cellOf(capability: Capability, platform: Platform): Cell {
  return rows[capability].cells[platform] ?? no
}
