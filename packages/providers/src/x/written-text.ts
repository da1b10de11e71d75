import { listOf, objectOf, textOf } from '../json.ts'

type Post = Record<string, unknown>

const shortLink = /https?:\/\/t\.co\/\w+/g
const mediaPage = /\/status\/\d+\/(?:photo|video)\/\d+$/

/**
 * Returns the object that contains a long text, which X calls a note; `text` of the post is then only the beginning.
 * Two of X's documents give it different names. Empty if the post has none.
 */
function noteOf(post: Post): Post {
  return objectOf(post['note_tweet'] ?? post['note_post'])
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/**
 * Returns the text of a post of X as its author wrote it: links expanded, unescaped, and without the link to the post's
 * own media. Empty if it has no text.
 * @see https://docs.x.com/x-api/fundamentals/data-dictionary (read 2026-11-20)
 */
export function writtenText(post: Post): string {
  const note = noteOf(post)
  const text = textOf(note['text']) ?? textOf(post['text']) ?? ''
  const entities = [post, note].flatMap((part) => listOf(objectOf(part['entities'])['urls']))
  const links = new Map(entities.map((entity) => [textOf(entity['url']), entity]))
  const hasMedia = post['attachments'] !== undefined
  const whole = text.replace(shortLink, (short: string, at: number) => {
    const entity = links.get(short)
    if (entity === undefined) return hasMedia && at + short.length === text.length ? '' : short
    const address = textOf(entity['expanded_url']) ?? short
    return entity['media_key'] !== undefined || mediaPage.test(address) ? '' : address
  })
  return plain(whole).trimEnd()
}

/**
 * Normalizes what X changes in a text, so that its original and published forms are equal: URL schemes, trailing
 * slashes, white space, Unicode composition and case.
 */
export function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\//gi, '')
    .replace(/\/(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
