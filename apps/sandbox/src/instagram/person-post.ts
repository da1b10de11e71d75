import { allowFields, optionalText } from '../comments/actions.ts'
import type { State } from '../meta/state/state.ts'
import type { SandboxContext } from '../network.ts'
import { drawImage } from '../samples/images.ts'

/**
 * Handles `POST /person/post` `{as?, text?}`: publishes a generated image in Instagram's own app as the account with
 * the username `as`, by default the first account. Returns the id of the post.
 * @throws RangeError if no such account exists or a field is invalid
 */
export async function postAsAccount(
  { state, keep }: { state: State; keep: SandboxContext['keep'] },
  body: Record<string, unknown>,
): Promise<{ id: string }> {
  allowFields(body, ['as', 'text'])
  const as = optionalText(body, 'as')
  const accounts = [...state.instagramAccounts.values()]
  const account = as === undefined ? accounts[0] : accounts.find(({ username }) => username === as)
  if (account === undefined) throw new RangeError(`as: ${accounts.map(({ username }) => username).join(', ')}`)
  const held = await keep(await drawImage({ width: 480, height: 480, format: 'jpg' }), 'image/jpeg')
  const id = state.nextId('179', 17)
  state.instagramPosts.set(id, {
    id,
    accountId: account.id,
    kind: 'IMAGE',
    text: optionalText(body, 'text') ?? 'Posted in the app',
    media: [{ id: state.nextId('179', 17), held, userTags: [] }],
    collaborators: [],
    isAiGenerated: false,
    shortcode: state.secret(11),
    createdAt: state.now(),
    likedBy: [],
  })
  return { id }
}
