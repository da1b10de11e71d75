import {
  closed,
  type Described,
  nullableNumber,
  nullableText,
  nullableTimestamp,
  text,
  timestamp,
  uuid,
} from '../schema.ts'
import { platformsWith } from '../supports.ts'

/** The schema of a post in a list of comments. */
export const postSummaryShape = closed({
  id: text,
  caption: nullableText,
  thumbnailUrl: nullableText,
  permalink: nullableText,
  publishedAt: nullableTimestamp,
  commentsCount: nullableNumber,
})

const everywhere = closed({
  id: text,
  mediaId: { ...text, description: "The platform's id of the post." },
  parentId: {
    ...nullableText,
    description: 'The id of the top-level comment to which this is a reply; null for a top-level comment.',
  },
  authorName: text,
  authorFullName: text,
  authorHandle: text,
  avatarUrl: nullableText,
  profileUrl: { ...text, description: 'Empty if the platform reports nothing to build a URL from.' },
  body: text,
  likeCount: { type: 'number' },
  isCreator: { type: 'boolean', description: 'Written by the connected account itself.' },
  isHidden: {
    type: 'boolean',
    description: 'Hidden from everyone but its author, or held for review and visible to the account alone.',
  },
  createdAt: timestamp,
})

/** The schema of a comment or reply. Its optional fields are present only on networks that have them. */
export const commentShape = {
  ...everywhere,
  properties: {
    ...everywhere.properties,
    liked: { type: 'boolean', description: 'Liked by the connected account; tiktok only.' },
    deletable: { type: 'boolean', description: 'Whether the account may delete it; tiktok and youtube only.' },
    replyCount: {
      type: 'number',
      description: 'May exceed the replies returned so far; tiktok and youtube only.',
    },
  },
} as const

const place = closed({
  postId: text,
  accountId: uuid,
  platform: { enum: platformsWith('comments.list') },
  post: closed({ text: nullableText, thumbnailUrl: nullableText, permalink: nullableText }),
})

/** The schema of a comment in a list over several posts and accounts. */
export const recentCommentShape = {
  ...commentShape,
  properties: { ...commentShape.properties, ...place.properties },
  required: [...commentShape.required, ...place.required],
} as const

export type RecentComment = Described<typeof recentCommentShape>
export type PostSummary = Described<typeof postSummaryShape>
export type Comment = Described<typeof commentShape>
