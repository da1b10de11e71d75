import type { Schedule } from '@carillon/client'
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { scheduledPost } from '../../../data/schedules/scheduled-post.ts'
import { isOpen, type ReadSchedule, scheduleQuery } from '../../../data/schedules/schedules.ts'
import { localIn, viewerZone } from '../../../data/schedules/zoned-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Page } from '../../../ui/page.tsx'
import { type Draft, newDraft, newPart, type SettingValue } from '../draft/draft.ts'
import { listDrafts, putDraft } from '../draft/draft-database.ts'
import { keepLive, noteSaved } from '../draft/live-drafts.ts'
import { findSent } from '../draft/sent-drafts.ts'
import { fromStored, type StoredDraft, toStored } from '../draft/stored-draft.ts'
import type { When } from '../draft/when.ts'
import { type PostForm, type PostSchemas, postForm } from '../form/post-schema.ts'
import { postSchemasQuery } from '../form/post-schemas-query.ts'

/** The time of a schedule in its own time zone; in the browser's if it has none. */
function whenOf({ instant, timeZone }: Schedule['publishAt']): When {
  const zone = timeZone ?? viewerZone()
  return { kind: 'time', local: localIn(instant, zone), timeZone: zone }
}

/** The values of the scheduled post in the fields that the composer shows as settings. */
function settingsOf({ post }: Schedule, { settings }: PostForm): Record<string, SettingValue> {
  const isValue = (value: unknown): value is SettingValue =>
    ['string', 'number', 'boolean'].includes(typeof value) ||
    (Array.isArray(value) && value.every((one) => typeof one === 'string'))
  const fields: Record<string, unknown> = Object(post)
  return Object.fromEntries(
    settings.flatMap(({ name }) => {
      const value = fields[name]
      return isValue(value) ? [[name, value]] : []
    }),
  )
}

/**
 * A draft with what the service knows of a schedule that this browser did not write: everything but the files. Its
 * reason says which files are missing.
 */
function draftFrom(schedule: Schedule, form: PostForm, facts: PostSchemas): Draft {
  const { post, platform, accountId } = schedule
  const { thread, media } = scheduledPost(schedule, facts.textFields)
  const fields: Record<string, unknown> = Object(post)
  const text = (field: string | undefined) => String((field !== undefined && fields[field]) || '')
  const missing = media.length === 1 ? 'The file of this post is' : `The ${media.length} files of this post are`
  return {
    ...newDraft(crypto.randomUUID(), [accountId]),
    title: text(form.title?.field),
    first: { ...newPart(), text: text(form.text?.field) },
    thread: thread.map((part) => ({ ...newPart(), text: part })),
    settings: { [platform]: settingsOf(schedule, form) },
    reason:
      media.length > 0 ? `${missing} not in this browser. Add media again: the post is replaced as a whole.` : null,
  }
}

/**
 * Whether the draft that this browser sent has the same texts and number of `files` as the service's version; otherwise
 * the post was changed elsewhere.
 */
function isSamePost(sent: StoredDraft, known: Draft, files: number): boolean {
  const textsOf = ({ title, first, thread }: Pick<StoredDraft, 'title' | 'first' | 'thread'> | Draft) =>
    JSON.stringify([title, first.text, ...thread.map(({ text }) => text)])
  const media = [sent.first, ...sent.thread].flatMap((part) => part.media)
  return textsOf(sent) === textsOf(known) && media.length === files
}

/**
 * A draft that changes a schedule: as it was written in this browser, unless it has been changed elsewhere, otherwise
 * as the service has it. Throws if the network has no form.
 */
async function draftOf({ schedule, etag }: ReadSchedule, facts: PostSchemas): Promise<Draft> {
  const { scheduleId, requestId, accountId, platform, publishAt, onLate } = schedule
  const form = postForm(facts, platform)
  if (form === null) throw new Error(`No form is known for posts of ${platform}.`)
  const known = draftFrom(schedule, form, facts)
  const sent = await findSent(requestId).catch(() => undefined)
  const { media } = scheduledPost(schedule, facts.textFields)
  const written = sent && isSamePost(sent, known, media.length) ? { ...fromStored(sent), id: known.id } : known
  const edited = { scheduleId, etag, requestId }
  return { ...written, accountIds: [accountId], when: whenOf(publishAt), onLate, edited }
}

/**
 * The id of a draft of an earlier visit that changes this version of the schedule; undefined if this browser has none.
 */
async function findBegun({ schedule: { scheduleId, profileId }, etag }: ReadSchedule): Promise<string | undefined> {
  const drafts = await listDrafts(profileId).catch(() => [])
  return drafts.find(({ edited }) => edited?.scheduleId === scheduleId && edited.etag === etag)?.id
}

/** Makes a draft of a schedule, stores it in this browser and returns its id. */
async function beginChange(read: ReadSchedule, facts: PostSchemas): Promise<string> {
  const draft = await draftOf(read, facts)
  keepLive(draft, null)
  const at = Date.now()
  await putDraft(toStored(draft, read.schedule.profileId, at)).then(
    () => noteSaved(draft.id, at),
    () => {},
  )
  return draft.id
}

/**
 * Opens a schedule in the composer: the draft that was begun for it in this browser, otherwise a new one, which is
 * stored. A schedule that has been taken or ended is not opened.
 */
export function EditSchedule({ scheduleId }: { scheduleId: string }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { data: read, error, refetch } = useQuery(scheduleQuery(scheduleId))
  const { data: facts } = useQuery(postSchemasQuery)
  const isReady = read !== undefined && facts !== undefined && isOpen(read.schedule)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once.
  useEffect(() => {
    if (!isReady) return
    const { profileId } = read.schedule
    const open = async () => {
      const id = (await findBegun(read)) ?? (await beginChange(read, facts))
      await client.invalidateQueries({ queryKey: ['drafts', profileId] })
      navigate(`/compose?draft=${id}&profile=${profileId}`, { replace: true })
    }
    open().catch(reportError)
  }, [isReady])
  if (read && !isOpen(read.schedule)) {
    return (
      <Page title="Compose">
        <EmptyState
          title="This post can no longer be changed"
          action={<LinkButton to={`/calendar/${scheduleId}`}>Show the schedule</LinkButton>}
        >
          It is being published, or its schedule has ended.
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title="Compose">
      {error && !read ? (
        <ErrorNotice error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton height={320} radius="md" role="status" aria-label="Loading" />
      )}
    </Page>
  )
}
