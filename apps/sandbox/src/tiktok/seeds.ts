import sharp from 'sharp'
import { makeVideo } from '../samples/mp4.ts'
import { addComment, authorNamed } from './comments/add-comment.ts'
import type { Dependencies } from './dependencies.ts'
import type { Person } from './people.ts'
import { ownMoment, type Post } from './post.ts'
import type { Store } from './store/store.ts'

const hour = 3_600_000
const videoOptions = { width: 360, height: 640, seconds: 5 }

interface Seed {
  by: string
  text: string
  colour: string
  ageHours: number
  change?: Partial<Post>
  remarks?: Remark[]
}

interface Remark {
  author: string
  text: string
  likes?: number
  hidden?: boolean
  replies?: { author: string; text: string }[]
}

/** Returns more comments than fit on one page. The last one has more replies than a list includes inline. */
function crowd(): Remark[] {
  const plain = Array.from({ length: 34 }, (_, index) => ({
    author: `baker_${index + 1}`,
    text: `Loaf number ${index + 1} is in the oven!`,
    likes: index % 7,
  }))
  const withReply: Remark = {
    author: 'crumb.lover',
    text: 'How long does yours rise?',
    likes: 12,
    replies: [
      { author: 'lena.bakes', text: 'Overnight, in the cold.' },
      ...Array.from({ length: 4 }, (_, index) => ({ author: `baker_${index + 1}`, text: 'Same here.' })),
    ],
  }
  return [...plain, { author: 'rude.guest', text: 'Boring.', hidden: true }, withReply]
}

const seeds: Seed[] = [
  { by: 'lena.bakes', text: 'Scoring a country loaf #sourdough', colour: '#c89b5a', ageHours: 240, remarks: crowd() },
  {
    by: 'lena.bakes',
    text: 'Four cakes of the week',
    colour: '#e6b8c2',
    ageHours: 90,
    change: { mediaType: 'PHOTO', title: 'Cakes', photoCoverIndex: 0 },
    remarks: [{ author: 'sweet.tooth', text: 'The second one, please.', likes: 2 }],
  },
  {
    by: 'lena.bakes',
    text: 'For friends: the shop before opening',
    colour: '#7a8b99',
    ageHours: 60,
    change: { mediaType: 'PHOTO', title: 'Morning', privacyLevel: 'MUTUAL_FOLLOW_FRIENDS' },
  },
  {
    by: 'lena.bakes',
    text: 'Cutting the crumb',
    colour: '#d9c07c',
    ageHours: 30,
    remarks: [{ author: 'passer.by', text: 'Lovely!' }],
  },
  {
    by: 'solo.dancer',
    text: 'New steps, no duets',
    colour: '#3d5a80',
    ageHours: 48,
    change: { disableDuet: true, disableStitch: true },
    remarks: [{ author: 'night.owl', text: 'Teach us!' }],
  },
  { by: 'short.clips', text: 'Ten seconds of rain', colour: '#577590', ageHours: 20 },
  { by: 'tiny.studio', text: 'The kiln is warm', colour: '#8d6e63', ageHours: 200 },
  { by: 'new.here', text: 'Hello', colour: '#90a4ae', ageHours: 150, change: { disableComment: true } },
]

function addRemark(store: Store, place: { remark: Remark; post: Post; at: number; parentId?: string }) {
  const { remark, post, at, parentId = null } = place
  const { text, likes = 0, hidden = false } = remark
  const author = authorNamed(store, remark.author)
  const comment = addComment(store, { postId: post.id, parentId, text, author, likes, hidden, createdAt: at })
  for (const [index, reply] of (remark.replies ?? []).entries())
    addRemark(store, { remark: reply, post, at: at + (index + 1) * 60_000, parentId: comment.id })
}

const painted = new Map<string, Buffer>()

async function paint(colour: string): Promise<Buffer> {
  const image =
    painted.get(colour) ??
    (await sharp({ create: { width: 540, height: 960, channels: 3, background: colour } })
      .jpeg()
      .toBuffer())
  painted.set(colour, image)
  return image
}

let video: Buffer | undefined

function drawVideo(): Buffer {
  video ??= makeVideo(videoOptions)
  return video
}

/** Stores a post of a user, with generated media and the given comments, as if it had been posted `ageHours` ago. */
export async function addPost({ store, context }: Dependencies, person: Person, seed: Omit<Seed, 'by'>): Promise<Post> {
  const cover = await context.keep(await paint(seed.colour), 'image/jpeg')
  const isPhoto = seed.change?.mediaType === 'PHOTO'
  const media = isPhoto ? cover : await context.keep(drawVideo(), 'video/mp4')
  const listedFrom = context.now() - seed.ageHours * hour
  const createdAt = ownMoment(store.posts, listedFrom)
  const post: Post = {
    id: store.nextId(),
    accountId: person.openId,
    text: seed.text,
    title: null,
    mediaType: 'VIDEO',
    privacyLevel: 'PUBLIC_TO_EVERYONE',
    disableComment: false,
    disableDuet: false,
    disableStitch: false,
    coverTimestamp: null,
    photoCoverIndex: null,
    autoAddMusic: false,
    isAigc: false,
    isBrandOrganic: false,
    isBrandedContent: false,
    draft: false,
    media: [media],
    duration: isPhoto ? null : videoOptions.seconds,
    likes: 40 + seed.text.length,
    views: 900 + seed.text.length * 10,
    createdAt,
    listedFrom,
    shareId: null,
    coverUrl: cover.url,
    extra: {},
    ...seed.change,
  }
  store.posts.push(post)
  for (const [index, remark] of (seed.remarks ?? []).entries())
    addRemark(store, { remark, post, at: createdAt + (index + 1) * 120_000 })
  return post
}

/** Creates the posts and comments that exist before an account is connected. All videos have the same content. */
export async function addSeedData(dependencies: Dependencies): Promise<void> {
  for (const { by, ...seed } of seeds) {
    const person = dependencies.store.people.find(({ handle }) => handle === by)
    if (person) await addPost(dependencies, person, seed)
  }
}
