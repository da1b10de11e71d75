import { createCommentStore } from '../comments/store.ts'
import { createFigures } from '../figures/index.ts'
import { addComment, authorNamed } from './state/comment-changes.ts'
import type { Person, State, Video } from './state/state.ts'

const day = 86_400_000

interface SeedVideo {
  id: string
  daysAgo: number
  title: string
  description?: string
  tags?: string[]
  categoryId?: string
  privacyStatus?: Video['privacyStatus']
  seconds: number
  views: number
  likes: number
  commentsOff?: boolean
}

type SeedUser = Omit<Person, 'joinedAt' | 'hasFigures' | 'commentsOff'> &
  Partial<Pick<Person, 'hasFigures' | 'commentsOff'>>

const people: SeedUser[] = [
  {
    handle: 'nora.videos',
    subject: '104118277330951200001',
    email: 'nora@videos.example',
    channelId: 'UCn0raFiLmsSandboxCh4nnA',
    title: 'Nora Videos',
    description: 'Short videos from the coast.',
    country: 'NO',
    subscribers: 1840,
    subscribersHidden: false,
  },
  {
    handle: 'bakery.lux',
    subject: '104118277330951200002',
    email: 'hello@bakery.example',
    channelId: 'UCbAkeryLuxSandboxChan1g',
    title: 'Bakery Lux',
    description: 'Bread, slowly.',
    country: 'LU',
    subscribers: 92,
    subscribersHidden: true,
  },
  {
    handle: 'first.waves',
    subject: '104118277330951200005',
    email: 'first@waves.example',
    channelId: 'UCfIrstWavesSandboxChan3',
    title: 'First Waves',
    description: 'Learning to surf.',
    country: 'PT',
    subscribers: 17,
    subscribersHidden: false,
    hasFigures: false,
  },
  {
    handle: 'still.water',
    subject: '104118277330951200006',
    email: 'still@water.example',
    channelId: 'UCst1LLWaterSandboxChan4',
    title: 'Still Water',
    description: 'Lakes, in silence.',
    country: 'FI',
    subscribers: 640,
    subscribersHidden: false,
    commentsOff: true,
  },
  {
    handle: 'fresh.start',
    subject: '104118277330951200003',
    email: 'fresh@start.example',
    channelId: 'UCfReshStartSandboxChn2w',
    title: 'Fresh Start',
    description: '',
    country: 'FR',
    subscribers: 0,
    subscribersHidden: false,
    hasFigures: false,
  },
  {
    handle: 'viewer.only',
    subject: '104118277330951200004',
    email: 'viewer@only.example',
    channelId: null,
    title: 'Vic Viewer',
    description: '',
    country: 'DE',
    subscribers: 0,
    subscribersHidden: false,
  },
]

const videos: Record<string, SeedVideo[]> = {
  'nora.videos': [
    {
      id: 'n0raHarb0r1',
      daysAgo: 40,
      title: 'The harbour at five',
      description: 'One morning, one take.',
      tags: ['harbour', 'slow video'],
      categoryId: '1',
      seconds: 214,
      views: 5120,
      likes: 311,
    },
    { id: 'n0raSn0wF1l', daysAgo: 25, title: 'First snow', seconds: 58, views: 900, likes: 87 },
    {
      id: 'n0raUnl1st1',
      daysAgo: 12,
      title: 'Rough cut for friends',
      privacyStatus: 'unlisted',
      seconds: 640,
      views: 14,
      likes: 2,
    },
    {
      id: 'n0raPr1vat1',
      daysAgo: 5,
      title: 'Unfinished',
      privacyStatus: 'private',
      seconds: 31,
      views: 1,
      likes: 0,
    },
  ],
  'first.waves': [
    { id: 'f1rstWave01', daysAgo: 4, title: 'Falling off', seconds: 20, views: 6, likes: 1 },
    { id: 'f1rstWave02', daysAgo: 1, title: 'Standing up', seconds: 24, views: 2, likes: 1 },
  ],
  'still.water': [
    {
      id: 'st1llLake01',
      daysAgo: 30,
      title: 'The lake at dawn',
      seconds: 600,
      views: 840,
      likes: 61,
      commentsOff: true,
    },
    {
      id: 'st1llLake02',
      daysAgo: 9,
      title: 'The lake in rain',
      seconds: 480,
      views: 210,
      likes: 18,
      commentsOff: true,
    },
  ],
  'bakery.lux': [
    {
      id: 'bakeSourd01',
      daysAgo: 90,
      title: 'Sourdough in nine minutes',
      categoryId: '26',
      seconds: 541,
      views: 20_411,
      likes: 1502,
    },
    {
      id: 'bakeQu1etO1',
      daysAgo: 3,
      title: 'The oven, no comments please',
      seconds: 77,
      views: 33,
      likes: 4,
      commentsOff: true,
    },
  ],
}

interface Remark {
  id: string
  postId: string
  parentId: string | null
  /** The author's handle; undefined for an author whose account was deleted. */
  authorHandle?: string
  text: string
}

const remarks: Remark[] = [
  {
    id: 'Ugx-harb0rFirst0000AaABAg',
    postId: 'n0raHarb0r1',
    parentId: null,
    authorHandle: 'bakery.lux',
    text: 'We can smell the sea.',
  },
  {
    id: 'Ugx-harb0rFirst0000AaABAg.9answ3rNora',
    postId: 'n0raHarb0r1',
    parentId: 'Ugx-harb0rFirst0000AaABAg',
    authorHandle: 'nora.videos',
    text: 'Come over!',
  },
  {
    id: 'Ugx-sn0wFirst00000AaABAg',
    postId: 'n0raSn0wF1l',
    parentId: null,
    authorHandle: 'fresh.start',
    text: 'Which lens is this?',
  },
  {
    id: 'Ugx-sn0wSecond0000AaABAg',
    postId: 'n0raSn0wF1l',
    parentId: null,
    text: 'Farewell, all.',
  },
]

/**
 * Creates the state with the seeded users, videos and comments, dated back from `now` (ms since the epoch). A request
 * that names no user means the first one.
 */
export function seed(now: number): State {
  const sown = people.map((person, index) => ({
    hasFigures: true,
    commentsOff: false,
    ...person,
    joinedAt: now - (400 + index * 100) * day,
  }))
  const channels = new Map(sown.map((person) => [person.handle, person.channelId]))
  const state: State = {
    people: sown,
    videos: Object.entries(videos).flatMap(([handle, list]) =>
      list.map((video) => seedVideo(video, { channelId: channels.get(handle) ?? '', now })),
    ),
    figures: createFigures(now),
    comments: createCommentStore(),
    banned: new Map(),
    uploadLimits: new Map(),
  }
  for (const [index, { authorHandle, ...remark }] of remarks.entries()) {
    const nobody = { accountId: null, authorId: '', authorHandle: '' }
    const author = authorHandle === undefined ? nobody : authorNamed(state, authorHandle)
    addComment(state, { ...remark, author, likes: index, createdAt: now - (2 * day - index * 3_600_000) })
  }
  return state
}

/**
 * Builds a video as if it had been uploaded `daysAgo` days before `now` (ms since the epoch) and processed. The caller
 * stores it.
 */
export function seedVideo(video: SeedVideo, { channelId, now }: { channelId: string; now: number }): Video {
  const uploadedAt = now - video.daysAgo * day
  return {
    id: video.id,
    channelId,
    uploadedAt,
    readyAt: uploadedAt + 60_000,
    outcome: { kind: 'processed' },
    duration: video.seconds * 1000,
    notifySubscribers: true,
    media: [],
    views: video.views,
    likes: video.likes,
    commentsOff: video.commentsOff ?? false,
    title: video.title,
    description: video.description ?? '',
    tags: video.tags ?? [],
    categoryId: video.categoryId ?? '22',
    defaultLanguage: null,
    defaultAudioLanguage: null,
    privacyStatus: video.privacyStatus ?? 'public',
    publishAt: null,
    selfDeclaredMadeForKids: false,
    containsSyntheticMedia: false,
    embeddable: true,
    license: 'youtube',
    publicStatsViewable: true,
    recordingDate: null,
    localizations: null,
  }
}
