import { allowFields, optionalText } from '../comments/actions.ts'
import type { State } from '../meta/state/state.ts'
import { addPost } from './add-post.ts'

/**
 * Handles `POST /person/post` `{as?, page?, text?}`: publishes a text post as a Page in Facebook's own app and returns
 * the post's id. `as`, or else `page`, is the name or username of the Page, by default the first Page.
 * @throws RangeError if no such Page exists or a field is invalid
 */
export function postAsPage(state: State, body: Record<string, unknown>): { id: string } {
  allowFields(body, ['as', 'page', 'text'])
  const name = optionalText(body, 'as') ?? optionalText(body, 'page')
  const pages = [...state.pages.values()]
  const page = name === undefined ? pages[0] : pages.find((one) => one.name === name || one.username === name)
  if (page === undefined) throw new RangeError(`as: ${pages.map((one) => one.name).join(', ')}`)
  const text = optionalText(body, 'text') ?? 'Posted in the app'
  return { id: addPost(state, { pageId: page.id, kind: 'text', text }).id }
}
