import type { Account, Comment } from '@carillon/client'
import { Checkbox } from '@mantine/core'
import { accountName } from '../../ui/account-name.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { PostPicture } from '../../ui/picture.tsx'
import { OutsideLink, TextLink } from '../../ui/text-link.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'
import type { Permissions } from './permissions.ts'
import type { RecentComment } from './use-recent.ts'

export interface FeedItemProps {
  account: Account
  comment: RecentComment
  permissions: Permissions
  /** Whether the comment is chosen for hiding; null if it cannot be hidden, so that it has no checkbox. */
  isChosen: boolean | null
  onChoose(): void
  onDelete(comment: Comment): void
  isReplyOpen: boolean
}

/** A post in a line: its text, or that it has none. A post of which only the id is known is still being read. */
function postWords({ text, thumbnailUrl, permalink }: RecentComment['post']): string {
  const isRead = text !== null || thumbnailUrl !== null || permalink !== null
  return text?.trim() || (isRead ? 'Post without text' : 'Post that is still being read')
}

/**
 * The post that a comment is on: its image and text, with links to its comments here and to the post on the network.
 */
function PostLine({ account, comment: { post, postId } }: Pick<FeedItemProps, 'account' | 'comment'>) {
  const { accountId, platform } = account
  const here = `/comments?account=${accountId}&post=${encodeURIComponent(postId)}`
  return (
    <div className={styles['postLine']}>
      {post.thumbnailUrl !== null && <PostPicture accountId={accountId} postId={postId} size={36} />}
      <NetworkIcon platform={platform} size={20} />
      <div className={styles['postWords']}>
        <span className={styles['aside']}>
          <bdi className="foreign">{accountName(account)}</bdi>
          {post.permalink && (
            <>
              {' · '}
              <OutsideLink href={post.permalink} inherit underline="always" className={styles['outside'] ?? ''}>
                Post on {networks[platform].name}
              </OutsideLink>
            </>
          )}
        </span>
        <TextLink to={here} size="sm" c="inherit" lineClamp={1}>
          <bdi className="foreign">{postWords(post)}</bdi>
        </TextLink>
      </div>
    </div>
  )
}

/** A comment of the feed, below the post that it is on. */
export function FeedItem({ account, comment, isChosen, onChoose, ...item }: FeedItemProps) {
  const author = comment.authorFullName || comment.authorName || comment.authorHandle || 'somebody'
  return (
    <div className={styles['feedItem']}>
      <div className={styles['feedHead']}>
        {isChosen !== null && (
          <Checkbox checked={isChosen} onChange={onChoose} aria-label={`Choose the comment of ${author}`} />
        )}
        <PostLine account={account} comment={comment} />
      </div>
      <CommentItem
        account={account}
        line={{ comment, isReply: false, threadId: comment.parentId ?? comment.id }}
        isUnread={false}
        {...item}
      />
    </div>
  )
}
