import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccess } from '../../data/access.ts'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'
import { useProfileId } from '../../data/profile.ts'
import { unchecked } from '../../data/unchecked.ts'
import { Foreign } from '../../ui/foreign.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './attention.module.css'

const maxShown = 3

/** The number of comments that are read; hidden ones among them are not shown. */
const maxRead = 20

function useUnanswered(profileId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['comments', 'recent', profileId, 'overview'],
    queryFn: async ({ signal }) => {
      const query = unchecked({ profileId, unanswered: true, limit: maxRead })
      const { comments } = (await api.get('/comments/recent', { query, signal })).data
      return comments.filter(({ isHidden }) => !isHidden)
    },
    enabled,
    refetchInterval: pollingInterval(false),
  })
}

/**
 * The three newest comments that wait for a reply and are not hidden, each with a link to its reply form. Nothing if
 * none exist, or if the key may not read comments.
 */
export function Unanswered() {
  const profileId = useProfileId()
  const { can } = useAccess()
  const comments = useUnanswered(profileId, can('comments:read')).data ?? []
  if (comments.length === 0) return null
  return (
    <Panel
      title="Comments without an answer"
      aside={
        <TextLink to="/comments" size="sm">
          All comments
        </TextLink>
      }
    >
      <ul className={styles['list']}>
        {comments.slice(0, maxShown).map(({ id, accountId, platform, authorName, authorHandle, body, createdAt }) => (
          <li key={`${accountId} ${id}`} className={styles['row']}>
            <Group gap="sm" wrap="nowrap" className={styles['what'] ?? ''}>
              <NetworkIcon platform={platform} size={30} />
              <div>
                <Foreign size="sm" fw={500} lineClamp={1}>
                  {authorName || authorHandle || 'Somebody'}
                </Foreign>
                <Text size="xs" c="dimmed" component="div">
                  <Time at={createdAt} />
                </Text>
              </div>
            </Group>
            <div className={styles['text']}>
              <Foreign size="sm" lineClamp={2}>
                {body}
              </Foreign>
            </div>
            <LinkButton to={`/comments?reply=${encodeURIComponent(id)}`} size="xs" variant="default">
              Reply
            </LinkButton>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
