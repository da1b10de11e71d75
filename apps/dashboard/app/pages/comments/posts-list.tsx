import type { PostSummary } from '@carillon/client'
import { Text } from '@mantine/core'
import choice from '../../ui/choice.module.css'
import { Foreign } from '../../ui/foreign.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './comments.module.css'

export interface PostsListProps {
  posts: readonly PostSummary[]
  chosen: string | null
  onChoose(postId: string): void
}

/** The given posts of an account as buttons; `chosen` is the id of the one that is shown, null for none. */
export function PostsList({ posts, chosen, onChoose }: PostsListProps) {
  return (
    <nav className={styles['posts']} aria-label="Posts">
      {posts.map(({ id, caption, publishedAt, commentsCount }) => (
        <button
          key={id}
          type="button"
          className={choice['choice']}
          aria-current={id === chosen}
          onClick={() => onChoose(id)}
        >
          <Foreign size="sm" fw={500} lineClamp={2}>
            {caption?.trim() || 'Post without text'}
          </Foreign>
          <Text size="xs" c="dimmed" component="div">
            {commentsCount !== null &&
              `${commentsCount.toLocaleString('en')} ${commentsCount === 1 ? 'comment' : 'comments'}`}
            {commentsCount !== null && publishedAt && ' · '}
            {publishedAt && <Time at={publishedAt} />}
          </Text>
        </button>
      ))}
    </nav>
  )
}
