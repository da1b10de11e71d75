import sharp from 'sharp'
import { makeVideo } from '../samples/mp4.ts'
import type { Comment } from './comment.ts'
import type { Person } from './people.ts'
import type { Post, Store } from './store.ts'
import type { World } from './world.ts'

const hour = 3_600_000
const videoWish = { width: 360, height: 640, seconds: 5 }

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

/** More than one page of comments, with more replies below the last than come inline. */
function crowd(): Remark[] {
  const plain = Array.from({ length: 34 }, (_, index) => ({
    author: `baker_${index + 1}`,
    text: `Loaf number ${index + 1} is in the oven!`,
    likes: index % 7,
  }))
  const answered: Remark = {
    author: 'crumb.lover',
    text: 'How long does yours rise?',
    likes: 12,
    replies: [
      { author: 'lena.bakes', text: 'Overnight, in the cold.' },
      ...Array.from({ length: 4 }, (_, index) => ({ author: `baker_${index + 1}`, text: 'Same here.' })),
    ],
  }
  return [...plain, { author: 'rude.guest', text: 'Boring.', hidden: true }, answered]
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

function addRemark(store: Store, person: Person, place: { remark: Remark; post: Post; at: number; parentId?: string }) {
  const { remark, post, at, parentId = null } = place
  const owner = remark.author === person.handle
  const comment: Comment = {
    id: store.nextId(),
    postId: post.id,
    parentId,
    text: remark.text,
    owner,
    authorId: owner ? person.openId : `visitor-${remark.author}`,
    author: remark.author,
    authorName: owner ? person.displayName : remark.author,
    likes: remark.likes ?? 0,
    likedByOwner: false,
    hidden: remark.hidden ?? false,
    createdAt: at,
  }
  store.comments.push(comment)
  for (const [index, reply] of (remark.replies ?? []).entries())
    addRemark(store, person, { remark: reply, post, at: at + (index + 1) * 60_000, parentId: comment.id })
}

const painted = new Map<string, Promise<Buffer>>()

function paint(colour: string): Promise<Buffer> {
  const image =
    painted.get(colour) ??
    sharp({ create: { width: 540, height: 960, channels: 3, background: colour } })
      .jpeg()
      .toBuffer()
  painted.set(colour, image)
  return image
}

let video: Buffer | undefined

function drawVideo(): Buffer {
  video ??= makeVideo(videoWish)
  return video
}

async function addPost({ store, surroundings }: World, seed: Seed): Promise<void> {
  const person = store.people.find(({ handle }) => handle === seed.by)
  if (!person) return
  const createdAt = surroundings.now() - seed.ageHours * hour
  const id = store.nextId()
  const cover = await surroundings.keep(await paint(seed.colour), 'image/jpeg')
  const isPhoto = seed.change?.mediaType === 'PHOTO'
  const media = isPhoto ? cover : await surroundings.keep(drawVideo(), 'video/mp4')
  const post: Post = {
    id,
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
    duration: isPhoto ? null : videoWish.seconds,
    likes: 40 + seed.text.length,
    views: 900 + seed.text.length * 10,
    createdAt,
    listedFrom: createdAt,
    shareId: null,
    coverUrl: cover.url,
    extra: {},
    ...seed.change,
  }
  store.posts.push(post)
  for (const [index, remark] of (seed.remarks ?? []).entries())
    addRemark(store, person, { remark, post, at: createdAt + (index + 1) * 120_000 })
}

/** Posts and comments that were there before; all videos look alike. */
export async function plantSeeds(world: World): Promise<void> {
  for (const seed of seeds) await addPost(world, seed)
}
