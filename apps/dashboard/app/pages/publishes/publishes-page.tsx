import type { Publish } from '@carillon/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { useCursorList } from '../../data/cursor-list.ts'
import { useProfileId } from '../../data/profile.ts'
import { isActive } from '../../data/publish-status.ts'
import { accountsQuery } from '../../data/queries.ts'
import { CursorListView } from '../../ui/cursor-list-view.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Filters, type PublishFilters, usePublishFilters } from './filters.tsx'
import { PublishRow } from './publish-row.tsx'

/** The publishes of a profile that match the filters, newest first, page by page. */
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
  const compose = <LinkButton to="/compose">Compose a post</LinkButton>
  return (
    <Page
      title="Publishes"
      description="Every post that was sent through Carillon, and what became of it."
      actions={compose}
    >
      <Filters accounts={accounts} />
      <CursorListView
        label="Publishes"
        list={list}
        nouns={['publish', 'publishes']}
        keyOf={keyOf}
        heights={heights}
        renderItem={(publish) => (
          <PublishRow publish={publish} account={accounts.find(({ accountId }) => accountId === publish.accountId)} />
        )}
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
      />
    </Page>
  )
}
