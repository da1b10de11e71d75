import type { Publish } from '@carillon/client'
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { publishQuery } from '../../data/publish-status.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { type Draft, newDraft, newPart } from './draft/draft.ts'
import { putDraft } from './draft/draft-database.ts'
import { keepLive } from './draft/live-drafts.ts'
import { findSent } from './draft/sent-drafts.ts'
import { fromStored, toStored } from './draft/stored-draft.ts'
import { postForm } from './form/post-schema.ts'
import { postSchemasQuery } from './form/post-schemas-query.ts'

const reasonOf = ({ error, status }: Publish) => error?.message ?? publishStatuses[status].meaning

/** What the service knows of a publish that this browser did not send: its texts. */
function textsOf(publish: Publish, id: string, isTitled: boolean): Draft {
  const { text, thread, accountId, media } = publish
  const [title = '', ...rest] = (text ?? '').split('\n\n')
  const written = isTitled ? { title, text: rest.join('\n\n') } : { title: '', text: text ?? '' }
  const missing = media.length === 0 ? '' : ' Its media are not in this browser: add them again.'
  return {
    ...newDraft(id, [accountId]),
    title: written.title,
    first: { ...newPart(), text: written.text },
    thread: thread.map((part) => ({ ...newPart(), text: part })),
    reason: `${reasonOf(publish)}${missing}`,
  }
}

/** A new draft with what a publish had, and why it failed. */
async function draftOf(publish: Publish, isTitled: boolean): Promise<Draft> {
  const id = crypto.randomUUID()
  const sent = await findSent(publish.requestId).catch(() => undefined)
  if (!sent) return textsOf(publish, id, isTitled)
  return { ...fromStored(sent), id, accountIds: [publish.accountId], reason: reasonOf(publish) }
}

/** Makes a draft of a publish, and opens it. */
export function RepeatPublish({ publishId }: { publishId: string }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { data: publish, error, refetch } = useQuery(publishQuery(publishId))
  const { data: facts } = useQuery(postSchemasQuery)
  const isReady = publish !== undefined && facts !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: one draft for each visit.
  useEffect(() => {
    if (!isReady) return
    const { profileId, platform } = publish
    const open = async () => {
      const draft = await draftOf(publish, Boolean(postForm(facts, platform)?.title))
      keepLive(draft)
      await putDraft(toStored(draft, profileId, Date.now())).catch(() => {})
      await client.invalidateQueries({ queryKey: ['drafts', profileId] })
      navigate(`/compose?draft=${draft.id}&profile=${profileId}`, { replace: true })
    }
    open().catch(reportError)
  }, [isReady])
  return (
    <Page title="Compose">
      {error && !publish ? (
        <ErrorNotice error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton height={320} radius="md" role="status" aria-label="Loading" />
      )}
    </Page>
  )
}
