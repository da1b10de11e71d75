import type { Platform, Publish, Schedule } from '@carillon/client'

type Media = Publish['media'][number]

/** The texts and media of a scheduled post, as a publish has them. */
export interface ScheduledPost {
  /** The texts of the first post that are not empty: its title, if it has one, and its main text. */
  texts: readonly string[]
  thread: readonly string[]
  media: readonly Media[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * The media items in a part of a stored post, at any depth: objects that have the content type and size of a file in
 * place of its bytes. `path` is that of the part within the post.
 */
function mediaIn(value: unknown, path: readonly string[]): Media[] {
  if (!isObject(value)) return []
  const { contentType, bytes, thumbnailUrl } = value
  if (typeof contentType !== 'string') {
    return Object.entries(value).flatMap(([name, part]) => mediaIn(part, [...path, name]))
  }
  return [
    {
      path: [...path],
      kind: contentType.startsWith('video/') ? 'video' : 'image',
      bytes: typeof bytes === 'number' ? bytes : null,
      thumbnailUrl: typeof thumbnailUrl === 'string' ? thumbnailUrl : null,
    },
  ]
}

const textIn = (value: unknown, field: string): string[] => {
  const text = isObject(value) ? value[field] : undefined
  return typeof text === 'string' && text.trim() !== '' ? [text] : []
}

/**
 * Reads the texts and media of a scheduled post; `thread` has the texts of the posts after the first, empty for one
 * without text.
 * @param textFields the names of the text fields of each network, in reading order
 */
export function scheduledPost(
  { post, platform }: Pick<Schedule, 'post' | 'platform'>,
  textFields: Readonly<Partial<Record<Platform, readonly string[]>>>,
): ScheduledPost {
  const { thread } = Object(post)
  return {
    texts: (textFields[platform] ?? []).flatMap((field) => textIn(post, field)),
    thread: Array.isArray(thread) ? thread.map((part) => textIn(part, 'text')[0] ?? '') : [],
    media: mediaIn(post, []),
  }
}

const maxTitle = 120

/**
 * A scheduled post in a few words: the first line of its text, at most 120 characters, otherwise the number of its
 * media, such as "2 images without text".
 */
export function postTitle({ texts, media }: ScheduledPost): string {
  const line = texts[0]?.trim().split('\n', 1)[0]?.slice(0, maxTitle)
  if (line) return line
  if (media.length === 0) return 'Without text'
  const noun = media[0]?.kind === 'video' ? 'video' : 'image'
  return `${media.length} ${noun}${media.length === 1 ? '' : 's'} without text`
}
