import type { PostValidation } from '@carillon/client'
import { type DraftMedia, type PostContent, partsOf } from '../draft/draft.ts'
import type { DraftProblem } from './draft-problems.ts'
import { labelOf } from './labels.ts'
import type { PostForm } from './post-schema.ts'

const isIndex = (part: string | undefined): part is string => part !== undefined && /^\d+$/.test(part)

/**
 * The media item that a path of the request leads to, and its place among the media of its post, such as "image 2";
 * null if none exists.
 */
function mediaAt(path: readonly string[], content: PostContent): { media: DraftMedia; words: string } | null {
  const [index, rest] = path[0] === 'thread' ? [Number(path[1]) + 1, path.slice(2)] : [0, path]
  const items = partsOf(content)[index]?.media ?? []
  const media = items[isIndex(rest[1]) ? Number(rest[1]) : 0]
  if (!media || rest.length === 0) return null
  const same = items.filter(({ kind }) => kind === media.kind)
  const words = same.length > 1 ? `${media.kind} ${same.indexOf(media) + 1}` : media.kind
  return { media, words }
}

/** The name of a field in lower case; title and text are called so on all networks. */
function fieldWords(field: string, { title, text }: PostForm): string {
  if (field === title?.field) return 'title'
  return field === text?.field ? 'text' : labelOf(field).toLowerCase()
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/**
 * A path in the body of the request as its author sees it: "Post 2, image 1", "Visibility"; empty for the post as a
 * whole.
 */
export function placeWords(path: readonly string[], content: PostContent, form: PostForm): string {
  const isThread = path[0] === 'thread'
  const post = isThread && isIndex(path[1]) ? `Post ${Number(path[1]) + 2}` : ''
  const [field, ...deeper] = isThread ? path.slice(2) : path
  if (field === undefined) return isThread && post === '' ? 'Thread' : post
  const slots = [...form.slots, ...(form.thread?.slots ?? [])]
  const isMedia = slots.some((slot) => slot.field === field)
  const found = isMedia ? mediaAt(path, content) : null
  const inside = deeper.filter((part) => !isIndex(part)).map((part) => labelOf(part).toLowerCase())
  const name = found?.words ?? fieldWords(field, form)
  return capital([post, name, ...inside].filter((part) => part !== '').join(', '))
}

type Reported = PostValidation['problems'][number]

/**
 * Those of the service's `reported` problems at whose place the composer has not found one itself (`known`). If it
 * found one of the post as a whole, invalid media fields are left out as well.
 */
export function otherProblems(
  known: readonly DraftProblem[],
  reported: readonly Reported[],
  form: PostForm,
): Reported[] {
  const places = new Set(known.flatMap(({ path, alsoAt = path }) => [path, alsoAt]).map((path) => path.join('.')))
  const fields = new Set(form.slots.map(({ field }) => field))
  return reported.filter(({ path, code }) => {
    if (places.has(path.join('.'))) return false
    // Without media, the schemas report each field that could hold some.
    const isAboutMedia = path.length === 0 || fields.has(path[0] ?? '')
    return !(places.has('') && code === 'invalid_request' && isAboutMedia)
  })
}
