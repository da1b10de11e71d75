import { allowFields, optionalText } from '../comments/acts.ts'
import type { World } from '../meta/world.ts'
import type { Surroundings } from '../network.ts'
import { drawImage } from '../samples/images.ts'

/** `POST /person/post`: an image that an account posts in Instagram's own app; default the first account. */
export async function postAsAccount(
  { world, keep }: { world: World; keep: Surroundings['keep'] },
  body: Record<string, unknown>,
): Promise<{ id: string }> {
  allowFields(body, ['as', 'text'])
  const as = optionalText(body, 'as')
  const accounts = [...world.instagramAccounts.values()]
  const account = as === undefined ? accounts[0] : accounts.find(({ username }) => username === as)
  if (account === undefined) throw new RangeError(`as: ${accounts.map(({ username }) => username).join(', ')}`)
  const held = await keep(await drawImage({ width: 480, height: 480, format: 'jpg' }), 'image/jpeg')
  const id = world.nextId('179', 17)
  world.instagramPosts.set(id, {
    id,
    accountId: account.id,
    kind: 'IMAGE',
    text: optionalText(body, 'text') ?? 'Posted in the app',
    media: [{ id: world.nextId('179', 17), held, userTags: [] }],
    collaborators: [],
    isAiGenerated: false,
    shortcode: world.secret(11),
    createdAt: world.now(),
    likedBy: [],
  })
  return { id }
}
