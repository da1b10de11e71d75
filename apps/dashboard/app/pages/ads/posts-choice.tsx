import { Checkbox, Text } from '@mantine/core'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import styles from './ads.module.css'
import { type Advertiser, usePosts } from './use-ads.ts'

export interface PostsChoiceProps {
  account: Advertiser
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

const maxPosts = 50

/**
 * Checkboxes for the newest posts of the Page, of which at most 50 can be chosen. `chosen` are ids of posts, in the
 * order chosen.
 */
export function PostsChoice({ account, chosen, onChange }: PostsChoiceProps) {
  const list = usePosts(account)
  const posts = list.data?.posts ?? []
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" fw={600} mb={4}>
        Posts, each of which becomes an ad
      </Text>
      <ListStates list={list} isEmpty={posts.length === 0} empty={<EmptyState title="The Page has no posts" />}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
        <section className={styles['posts']} tabIndex={0} aria-label="Posts">
          {posts.map(({ id, text }) => (
            <div key={id} className={styles['post']}>
              <Checkbox
                label={
                  <Text component="bdi" dir="auto" size="sm" className="foreign" lineClamp={2}>
                    {text?.trim() || 'Post without text'}
                  </Text>
                }
                checked={chosen.includes(id)}
                disabled={chosen.length >= maxPosts && !chosen.includes(id)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
            </div>
          ))}
        </section>
      </ListStates>
    </fieldset>
  )
}
