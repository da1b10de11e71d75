import { networks } from '../../../ui/networks.ts'
import { contentFor, type Draft, type DraftMedia, type DraftPart, mediaName } from '../draft/draft.ts'
import type { KeptState } from '../draft/use-kept-uploads.ts'
import { settingsFor } from './body.ts'
import { type MediaSlot, mediaWords, type PostForm, type Setting } from './post-schema.ts'
import { slotFor } from './slot-choice.ts'

/**
 * A problem that keeps a draft from being published. `path` is its place in the body of the request, empty for the post
 * as a whole.
 */
export interface DraftProblem {
  path: readonly string[]
  message: string
  /** Another place at which the service reports the same problem. */
  alsoAt?: readonly string[]
}

function keptProblem(media: DraftMedia, kept: ReadonlyMap<string, KeptState>): string | null {
  if (!('upload' in media.source)) return null
  const { uploadId, name } = media.source.upload
  const state = uploadId === null ? 'incomplete' : kept.get(uploadId)
  if (state === 'expired') return `The upload of ${name} has expired. Choose the file again.`
  return state === 'incomplete' ? `${name} was not uploaded completely. Choose the file again to continue.` : null
}

interface Part {
  part: DraftPart
  slots: readonly MediaSlot[]
  path: readonly string[]
}

function mediaProblems(
  { part, slots, path }: Part,
  form: PostForm,
  kept: ReadonlyMap<string, KeptState>,
): DraftProblem[] {
  const { media } = part
  const lost = media.flatMap((one) => keptProblem(one, kept) ?? []).map((message) => ({ path, message }))
  const slot = slotFor(slots, media, { rules: form.rules })
  if (media.length > 0 && !slot) {
    return [...lost, { path, message: `A post takes ${mediaWords(slots)}; this one has ${countWords(media)}.` }]
  }
  const byUrl = media.find(({ source }) => 'url' in source && slot?.item.takesUrl === false)
  if (!byUrl) return lost
  return [...lost, { path, message: `Add ${mediaName(byUrl)} as a file: media by URL are not taken here.` }]
}

function countWords(media: readonly DraftMedia[]): string {
  const of = (kind: DraftMedia['kind']) => media.filter((one) => one.kind === kind).length
  const words = (['image', 'video'] as const).flatMap((kind) => {
    const count = of(kind)
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'}`]
  })
  return words.join(' and ')
}

function settingProblem({ name, schema }: Setting): DraftProblem {
  const message = schema.const === true ? 'Confirm it.' : 'Choose one.'
  return { path: [name], message }
}

function emptyProblem(form: PostForm, { text, media }: DraftPart): DraftProblem | null {
  if (form.needsMedia && media.length === 0) {
    const message = `A post on ${networks[form.platform].name} needs media. Add ${mediaWords(form.slots)}.`
    return { path: [], message }
  }
  if (text.trim() !== '' || media.length > 0) return null
  const alsoAt = form.text ? [form.text.field] : []
  return { path: [], message: 'Write a text or add media.', alsoAt }
}

/**
 * The problems of a draft on the form's network that are found without the service: what is missing, media that the
 * network cannot take, and uploads of earlier visits that are incomplete or expired. `kept` has the states of these;
 * one that is missing there is no problem yet.
 */
export function draftProblems(form: PostForm, draft: Draft, kept: ReadonlyMap<string, KeptState>): DraftProblem[] {
  const { title, first, thread } = contentFor(draft, form.platform)
  const parts: Part[] = [
    { part: first, slots: form.slots, path: [] },
    ...(form.thread ? thread : []).map((part, index) => ({
      part,
      slots: form.thread?.slots ?? [],
      path: ['thread', String(index)],
    })),
  ]
  const slot = slotFor(form.slots, first.media, { rules: form.rules, chosen: draft.slots[form.platform] })
  const values = draft.settings[form.platform] ?? {}
  const isMissing = ({ name, isRequired }: Setting) => isRequired && values[name] === undefined
  const blank = parts.slice(1).filter(({ part }) => part.text.trim() === '')
  return [
    ...[emptyProblem(form, first)].flatMap((one) => one ?? []),
    ...(form.title?.isRequired && title.trim() === '' ? [{ path: [form.title.field], message: 'Write one.' }] : []),
    ...blank.map(({ path }) => ({ path: [...path, 'text'], message: 'Write it.' })),
    ...parts.flatMap((part) => mediaProblems(part, form, kept)),
    ...settingsFor(form, slot).filter(isMissing).map(settingProblem),
  ]
}
