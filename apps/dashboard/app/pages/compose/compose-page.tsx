import type { Account } from '@carillon/client'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountsQuery } from '../../data/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Composer, type ComposerProps } from './composer.tsx'
import { newDraft } from './draft/draft.ts'
import { draftsElsewhere, useDraftLock } from './draft/draft-lock.ts'
import { keepLive, openDraft } from './draft/live-drafts.ts'
import type { StoredDraft } from './draft/stored-draft.ts'
import { draftsQuery } from './draft/use-drafts.ts'
import { dayLater, type When, whenNamed } from './draft/when.ts'
import { DraftList } from './draft-list.tsx'
import { RepeatPublish } from './repeat-publish.tsx'
import { EditSchedule } from './schedule/edit-schedule.tsx'

/** The ids of the accounts of a new draft: the only publishable one, or those of them that the URL names (`named`). */
function chosenAccounts(publishable: readonly Account[], named: readonly string[]): string[] {
  const ids = publishable.map(({ accountId }) => accountId)
  return ids.length === 1 ? ids : ids.filter((id) => named.includes(id))
}

/** The time that the URL names for a new draft; undefined if it names none or it is not valid. */
function useNamedTime(): When | undefined {
  const [at] = useQueryParam('at')
  const [zone] = useQueryParam('zone')
  return whenNamed(at, zone)
}

/** The drafts of a profile, last changed first; undefined until they are read, empty if the browser stores nothing. */
function useDrafts(profileId: string): readonly StoredDraft[] | undefined {
  const { data, isError } = useQuery(draftsQuery(profileId))
  return data ?? (isError ? [] : undefined)
}

/**
 * The id of the draft in the URL. Without one, the URL gets the id of the draft of a new post that was changed last and
 * is not open in another tab or, if it names a time or none exists, a new id; until then null.
 */
function useDraftId(drafts: readonly StoredDraft[] | undefined): string | null {
  const [id, setId] = useQueryParam('draft')
  const [at] = useQueryParam('at')
  useEffect(() => {
    if (id !== null || !drafts) return
    let isOver = false
    const choose = async () => {
      const elsewhere = await draftsElsewhere()
      const latest = drafts.find((draft) => !draft.edited && !elsewhere.has(draft.id))
      if (!isOver) setId((at === null ? latest?.id : undefined) ?? crypto.randomUUID())
    }
    choose().catch(reportError)
    return () => {
      isOver = true
    }
  }, [id, at, drafts, setId])
  return id
}

/** Shown in place of a draft that another tab has; `onTake` is called to continue here. */
function OpenElsewhere({ onTake }: { onTake(): void }) {
  return (
    <EmptyState title="This draft is open in another tab" action={<Button onClick={onTake}>Continue here</Button>}>
      A draft can be changed in one tab at a time. If you continue here, the other tab stops.
    </EmptyState>
  )
}

/** The composer. With `publish` or `schedule` in the URL, a failed publish or a schedule is first made into a draft. */
export default function ComposePage() {
  const [publishId] = useQueryParam('publish')
  const [scheduleId] = useQueryParam('schedule')
  if (scheduleId !== null) return <EditSchedule key={scheduleId} scheduleId={scheduleId} />
  return publishId === null ? <DraftPage /> : <RepeatPublish key={publishId} publishId={publishId} />
}

/** The composer of a draft for one or more accounts. The service validates the draft while it is written. */
function DraftPage() {
  const profileId = useProfileId()
  const list = useQuery(accountsQuery(profileId))
  const facts = useFacts()
  const [, navigate] = useLocation()
  const drafts = useDrafts(profileId)
  const draftId = useDraftId(drafts)
  const client = useQueryClient()
  // Another tab may have changed, sent or deleted the draft.
  const readAgain = useCallback(() => client.refetchQueries({ queryKey: ['drafts', profileId] }), [client, profileId])
  const { lock, take } = useDraftLock(draftId, readAgain)
  const [named] = useQueryParam('account')
  const [isListed, setListed] = useState(false)
  const [nextId, setNextId] = useState<string | null>(null)
  const accounts = list.data?.accounts ?? []
  const namedIds = named?.split(',') ?? []
  // An account that was connected a moment ago is listed soon.
  const isAwaited = list.isFetching && namedIds.some((id) => !accounts.some(({ accountId }) => accountId === id))
  const publishable = accounts.filter(
    ({ platform, status }) => status !== 'expired' && facts?.capabilities['posts.publish']?.cells[platform],
  )
  const time = useNamedTime()
  const begin = () => navigate(`/compose?draft=${crypto.randomUUID()}`)
  const beginNext: ComposerProps['onNext'] = ({ accountIds, when, onLate }) => {
    const draft = { ...newDraft(crypto.randomUUID(), accountIds, dayLater(when)), onLate }
    keepLive(draft, null)
    setNextId(draft.id)
    navigate(`/compose?draft=${draft.id}`)
  }
  const actions = (
    <>
      {drafts && drafts.length > 0 && (
        <Button variant="default" size="sm" onClick={() => setListed(true)}>
          {`Drafts (${drafts.length})`}
        </Button>
      )}
      <Button variant="default" size="sm" leftSection={<Icon name="plus" size={16} />} onClick={begin}>
        New post
      </Button>
    </>
  )
  return (
    <Page
      title="Compose"
      description="Problems are shown while you write; nothing is sent before you publish."
      actions={accounts.length > 0 && actions}
    >
      <ListStates
        list={{ ...list, isPending: list.isPending || !facts || isAwaited }}
        isEmpty={accounts.length === 0}
        empty={
          <EmptyState
            title="No account yet"
            action={<LinkButton to="/accounts?connect=new">Connect an account</LinkButton>}
          >
            Posts are published on connected accounts.
          </EmptyState>
        }
      >
        {lock === 'elsewhere' && <OpenElsewhere onTake={take} />}
        {draftId !== null && drafts && lock === 'held' && (
          <Composer
            key={`${profileId} ${draftId}`}
            profileId={profileId}
            accounts={accounts}
            open={() => openDraft(draftId, drafts, (id) => newDraft(id, chosenAccounts(publishable, namedIds), time))}
            isNext={draftId === nextId}
            onNew={begin}
            onNext={beginNext}
          />
        )}
      </ListStates>
      {isListed && drafts && (
        <DraftList drafts={drafts} onOpen={() => setListed(false)} onClose={() => setListed(false)} />
      )}
    </Page>
  )
}
