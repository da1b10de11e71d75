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
  commentsCount: {
    ...nullableNumber,
    description: 'The number of comments on the platform, which may include replies; null if it reports none.',
  },
})

const everywhere = closed({
  id: { ...text, description: "The platform's id of the comment or reply." },
  mediaId: { ...text, description: "The platform's id of the post; empty in an event if it is not known." },
  parentId: {
    ...nullableText,
    description: 'The id of the top-level comment to which this is a reply; null for a top-level comment.',
  },
  authorName: {
    ...text,
    description:
      'The same as authorHandle, which is the handle or, where the platform has none, the display name. Where the platform has only one name, authorFullName is equal as well; empty if it reports none.',
  },
  authorFullName: text,
  authorHandle: text,
  avatarUrl: nullableText,
  profileUrl: {
    ...text,
    description: "The URL of the author's profile; empty if the platform reports nothing to build it from.",
  },
  body: text,
  likeCount: { type: 'number' },
  isCreator: { type: 'boolean', description: 'Whether the connected account itself wrote the comment.' },
  isHidden: {
    type: 'boolean',
    description:
      'Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review or as likely spam.',
  },
  createdAt: timestamp,
})

/** The schema of a comment or reply. Its optional fields are present only on networks that have them. */
export const commentShape = {
  ...everywhere,
  properties: {
    ...everywhere.properties,
    liked: {
      type: 'boolean',
      description: 'Whether the connected account likes the comment. Only on tiktok, otherwise omitted.',
    },
    deletable: {
      type: 'boolean',
      description:
        'Whether the account may delete the comment. Only on tiktok and youtube; omitted on the others, where `DELETE /comments/{commentId}` says which.',
    },
    replyCount: {
      type: 'number',
      description:
        'The number of replies on the platform, which can differ from the number of replies in the list. Only on tiktok and youtube, otherwise omitted.',
    },
  },
} as const

const place = closed({
  postId: { ...text, description: "The platform's id of the post." },
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
