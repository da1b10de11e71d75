import type { Publish } from '@carillon/client'
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { publishQuery } from '../../data/publish-status.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { publishStatuses } from '../../ui/publish-statuses.ts'
import { type Draft, newDraft, newPart } from './draft/draft.ts'
import { putDraft } from './draft/draft-database.ts'
import { keepLive, noteSaved } from './draft/live-drafts.ts'
import { type RestoredMedia, restoreMedia } from './draft/published-media.ts'
import { findSent } from './draft/sent-drafts.ts'
import { fromStored, toStored } from './draft/stored-draft.ts'
import { postForm } from './form/post-schema.ts'
import { postSchemasQuery } from './form/post-schemas-query.ts'

const reasonOf = ({ error, status }: Publish) => error?.message ?? publishStatuses[status].meaning

const mediaOfPart = (restored: readonly RestoredMedia[], part: number) =>
  restored.filter((one) => one.part === part).map(({ media }) => media)

/**
 * A sentence about a draft whose publish this browser did not send, and of whose `all` media `restored` could be
 * restored.
 */
function missingWords(all: number, restored: number): string {
  if (all === 0) return 'Check the settings: only the text was kept.'
  if (restored === all) return 'Check the settings, and describe its media again: only text and media were kept.'
  const missing = restored === 0 ? 'Its media are' : `${all - restored} of its ${all} media are`
  return `${missing} not kept any more: add them again, and check the settings.`
}

/**
 * A draft with what the service knows of a publish that this browser did not send: its texts, and its media while they
 * are kept. If `isTitled`, the first paragraph is the title.
 */
async function keptOf(publish: Publish, id: string, isTitled: boolean): Promise<Draft> {
  const { text, thread, accountId, media } = publish
  const restored = await restoreMedia(publish)
  const [title = '', ...rest] = (text ?? '').split('\n\n')
  const written = isTitled ? { title, text: rest.join('\n\n') } : { title: '', text: text ?? '' }
  return {
    ...newDraft(id, [accountId]),
    title: written.title,
    first: { ...newPart(), text: written.text, media: mediaOfPart(restored, 0) },
    thread: thread.map((part, index) => ({ ...newPart(), text: part, media: mediaOfPart(restored, index + 1) })),
    reason: `${reasonOf(publish)} ${missingWords(media.length, restored.length)}`,
  }
}

/**
 * A new draft of a failed publish, with the reason of the failure: as this browser sent it, otherwise as the service
 * knows it.
 */
async function draftOf(publish: Publish, isTitled: boolean): Promise<Draft> {
  const id = crypto.randomUUID()
  const sent = await findSent(publish.requestId).catch(() => undefined)
  if (!sent) return keptOf(publish, id, isTitled)
  return { ...fromStored(sent), id, accountIds: [publish.accountId], reason: reasonOf(publish) }
}

/** Makes a new draft of a publish, stores it in this browser, and opens it in the composer. */
export function RepeatPublish({ publishId }: { publishId: string }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { data: publish, error, refetch } = useQuery(publishQuery(publishId))
  const { data: facts } = useQuery(postSchemasQuery)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const again = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  const isReady = publish !== undefined && facts !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: one draft for each visit.
  useEffect(() => {
    if (!isReady) return
    const { profileId, platform } = publish
    const open = async () => {
      const draft = await draftOf(publish, Boolean(postForm(facts, platform)?.title))
      keepLive(draft, null)
      const at = Date.now()
      await putDraft(toStored(draft, profileId, at)).then(
        () => noteSaved(draft.id, at),
        () => {},
      )
      await client.invalidateQueries({ queryKey: ['drafts', profileId] })
      navigate(`/compose?draft=${draft.id}&profile=${profileId}`, { replace: true })
    }
    open().catch(setFailure)
  }, [isReady, attempt])
  return (
    <Page title="Compose">
      {error && !publish && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {failure !== null && <ErrorNotice error={failure} onRetry={again} />}
      {failure === null && (publish || !error) && (
        <Skeleton height={320} radius="md" role="status" aria-label="Loading" />
      )}
    </Page>
  )
}
