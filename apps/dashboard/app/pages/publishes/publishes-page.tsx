import type { Publish } from '@carillon/client'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '../../data/api.ts'
import { useCursorList } from '../../data/cursor-list.ts'
import { useProfileId } from '../../data/profile.ts'
import { isActive } from '../../data/publish-status.ts'
import { accountsQuery } from '../../data/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { Filters, type PublishFilters, usePublishFilters } from './filters.tsx'
import { PublishRow } from './publish-row.tsx'

/** The publishes of a profile, newest first. */
function usePublishes(profileId: string, filters: PublishFilters) {
  const { status, platform, accountId, search } = filters
  return useCursorList<Publish>({
    queryKey: ['publishes', profileId, filters],
    fetchPage: async (cursor, signal) => {
      const query = {
        profileId,
        ...(status && { status }),
        ...(platform && { platform }),
        ...(accountId && { accountId }),
        ...(search && { search }),
        ...(cursor && { cursor }),
      }
      const { data } = await api.get('/posts/publishes', { query, signal })
      return { items: data.publishes, nextCursor: data.nextCursor }
    },
    idOf: keyOf,
    isActive,
  })
}

const keyOf = ({ publishId }: Publish) => publishId
const heights = { narrow: 94, wide: 68 }

export default function PublishesPage() {
  const profileId = useProfileId()
  const filters = usePublishFilters()
  const list = usePublishes(profileId, filters)
  const { data } = useQuery(accountsQuery(profileId))
  const accounts = data?.accounts ?? []
  const isFiltered = Object.values(filters).some((value) => value !== null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage().catch(reportError)
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const compose = <LinkButton to="/compose">Compose a post</LinkButton>
  return (
    <Page
      title="Publishes"
      description="Every post that was sent through Carillon, and what became of it."
      actions={compose}
    >
      <Filters accounts={accounts} />
      <ListStates
        list={list}
        isEmpty={list.items.length === 0}
        empty={
          <EmptyState
            title={isFiltered ? 'No publish matches' : 'Nothing published yet'}
            action={!isFiltered && compose}
          >
            {isFiltered
              ? 'Search for the beginning of words, or remove a filter.'
              : 'Posts that are published here or through the API appear in this list.'}
          </EmptyState>
        }
        end={`End of the list: ${list.items.length} ${list.items.length === 1 ? 'publish' : 'publishes'}`}
      >
        <VirtualList
          label="Publishes"
          items={list.items}
          keyOf={keyOf}
          heights={heights}
          onEnd={onEnd}
          renderItem={(publish) => (
            <PublishRow publish={publish} account={accounts.find(({ accountId }) => accountId === publish.accountId)} />
          )}
        />
      </ListStates>
    </Page>
  )
}
