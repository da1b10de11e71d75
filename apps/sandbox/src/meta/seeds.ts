import type { SandboxContext } from '../network.ts'
import { drawImage } from '../samples/images.ts'
import { addComment, authorNamed } from './comments/add-comment.ts'
import { DAY_MS } from './graph/graph-time.ts'
import type { InstagramPost, PagePost } from './state/posts.ts'
import type { State } from './state/state.ts'

interface Sown {
  daysAgo: number
  text: string
  images: string[]
  likedBy: string[]
  comments: { by: string; text: string }[]
}

const PAGE_POSTS: (Sown & { pageId: string })[] = [
  {
    pageId: '104512345678901',
    daysAgo: 12,
    text: 'The oven is back.',
    images: [],
    likedBy: ['Robin Example'],
    comments: [{ by: 'Robin Example', text: 'At last!' }],
  },
  {
    pageId: '104512345678901',
    daysAgo: 3,
    text: 'Cardamom buns, every Saturday from eight.',
    images: ['A tray of buns'],
    likedBy: ['Robin Example', 'Sam Sample'],
    comments: [{ by: 'Sam Sample', text: 'Do you ship?' }],
  },
  {
    pageId: '104598765432109',
    daysAgo: 5,
    text: 'Sunday ride: the coast road.',
    images: ['The coast road', 'Two bicycles'],
    likedBy: [],
    comments: [],
  },
  {
    pageId: '104533344455566',
    daysAgo: 6,
    text: 'Reading night on Thursday.',
    images: [],
    likedBy: [],
    comments: [{ by: 'Robin Example', text: 'Save me a chair.' }],
  },
]

const INSTAGRAM_POSTS: (Sown & { accountId: string })[] = [
  {
    accountId: '17841400123456789',
    daysAgo: 9,
    text: 'Rye, three days in the making. #bread',
    images: ['A loaf of rye bread', 'The cut loaf'],
    likedBy: ['robin.example'],
    comments: [{ by: 'robin.example', text: 'Recipe?' }],
  },
  {
    accountId: '17841400123456789',
    daysAgo: 2,
    text: 'Good morning',
    images: ['A cup of coffee'],
    likedBy: ['robin.example', 'sam.sample'],
    comments: [{ by: 'sam.sample', text: 'Good morning!' }],
  },
  {
    accountId: '17841400987654321',
    daysAgo: 4,
    text: 'New tents are in.',
    images: ['A tent'],
    likedBy: [],
    comments: [],
  },
]

/** The seeded images, keyed by alternative text: drawn once for all sandboxes of a process, as drawing is slow. */
const drawn = new Map<string, Buffer>()

async function draw(altText: string): Promise<Buffer> {
  const image = drawn.get(altText) ?? (await drawImage({ width: 480, height: 480, format: 'jpg' }))
  drawn.set(altText, image)
  return image
}

async function images({ images: alts }: Sown, { keep }: Pick<SandboxContext, 'keep'>) {
  return Promise.all(alts.map(async (altText) => keep(await draw(altText), 'image/jpeg', altText)))
}

function seedComments(
  state: State,
  login: 'facebook' | 'instagram',
  { sown, postId }: { sown: Sown; postId: string },
): void {
  for (const { by, text } of sown.comments) {
    const author = authorNamed(state, login, by)
    const createdAt = state.now() - sown.daysAgo * DAY_MS + 60_000
    addComment(state, login, { postId, parentId: null, author, text, createdAt })
  }
}

/** Creates the posts and comments that exist on Pages before a Page is connected. */
export async function seedFacebook(state: State, context: Pick<SandboxContext, 'keep'>): Promise<void> {
  for (const sown of PAGE_POSTS) {
    const media = await images(sown, context)
    const kind = media.length > 1 ? 'images' : media.length === 1 ? 'image' : 'text'
    const { pageId, text, likedBy } = sown
    const createdAt = state.now() - sown.daysAgo * DAY_MS
    const id = `${pageId}_${state.nextId('122', 15)}`
    const objectIds = media.map((held) => {
      const photoId = state.nextId('122', 15)
      const photo = {
        id: photoId,
        pageId,
        published: true,
        text,
        altText: held.altText,
        media: held,
        createdAt,
        postId: id,
      }
      state.photos.set(photoId, photo)
      return photoId
    })
    const rest = { title: null, description: null, link: null, inFeed: true, shares: 0 }
    const post: PagePost = { id, pageId, kind, text, media, objectIds, createdAt, likedBy: [...likedBy], ...rest }
    state.pagePosts.set(id, post)
    seedComments(state, 'facebook', { sown, postId: id })
  }
}

/** Creates the posts and comments that exist on Instagram accounts before an account is connected. */
export async function seedInstagram(state: State, context: Pick<SandboxContext, 'keep'>): Promise<void> {
  for (const sown of INSTAGRAM_POSTS) {
    const held = await images(sown, context)
    const media = held.map((one) => ({ id: state.nextId('179', 17), held: one, userTags: [] }))
    const post: InstagramPost = {
      id: state.nextId('179', 17),
      accountId: sown.accountId,
      kind: media.length > 1 ? 'CAROUSEL_ALBUM' : 'IMAGE',
      text: sown.text,
      media,
      collaborators: [],
      isAiGenerated: false,
      shortcode: state.secret(11),
      createdAt: state.now() - sown.daysAgo * DAY_MS,
      likedBy: [...sown.likedBy],
    }
    state.instagramPosts.set(post.id, post)
    seedComments(state, 'instagram', { sown, postId: post.id })
  }
}
