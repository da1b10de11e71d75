import type { PrivacyLevel } from './post.ts'

/** A user of the simulated TikTok. The first user in the list is used wherever a request names none. */
export interface Person {
  /** The user's id. The API also calls it `open_id`, `business_id` and `creator_id`. */
  openId: string
  handle: string
  displayName: string
  bio: string
  verified: boolean
  business: boolean
  /** Whether the business is registered. Only registered businesses get metrics about clicks. */
  registeredBusiness: boolean
  privateAccount: boolean
  commentDisabled: boolean
  duetDisabled: boolean
  stitchDisabled: boolean
  maxVideoSeconds: number
  followers: number
  following: number
}

const ordinary: Omit<Person, 'openId' | 'handle' | 'displayName'> = {
  bio: '',
  verified: false,
  business: false,
  registeredBusiness: false,
  privateAccount: false,
  commentDisabled: false,
  duetDisabled: false,
  stitchDisabled: false,
  maxVideoSeconds: 600,
  followers: 640,
  following: 75,
}

const people: readonly Person[] = [
  {
    ...ordinary,
    openId: '_000sandboxLenaBakes0000000000000001',
    handle: 'lena.bakes',
    displayName: 'Lena Bakes',
    bio: 'Sourdough and small cakes.',
    verified: true,
    business: true,
    registeredBusiness: true,
    followers: 12_480,
    following: 210,
  },
  {
    ...ordinary,
    openId: '_000sandboxQuietCorner00000000000002',
    handle: 'quiet.corner',
    displayName: 'Quiet Corner',
    privateAccount: true,
    followers: 310,
  },
  {
    ...ordinary,
    openId: '_000sandboxSoloDancer000000000000003',
    handle: 'solo.dancer',
    displayName: 'Solo Dancer',
    bio: 'No duets, please.',
    duetDisabled: true,
    stitchDisabled: true,
  },
  {
    ...ordinary,
    openId: '_000sandboxShortClips000000000000004',
    handle: 'short.clips',
    displayName: 'Short Clips',
    maxVideoSeconds: 15,
    business: true,
  },
  {
    ...ordinary,
    openId: '_000sandboxTinyStudio000000000000006',
    handle: 'tiny.studio',
    displayName: 'Tiny Studio',
    bio: 'Pottery for two.',
    business: true,
    registeredBusiness: true,
    followers: 41,
    following: 63,
  },
  {
    ...ordinary,
    openId: '_000sandboxNewHere00000000000000005',
    handle: 'new.here',
    displayName: 'New Here',
    commentDisabled: true,
    followers: 12,
    following: 40,
  },
]

/** Builds the users of the simulated TikTok: ordinary ones and ones with special settings. */
export function seedPeople(): Person[] {
  return people.map((person) => ({ ...person }))
}

/** Returns the audiences that an account can select for a post. A private account cannot select the public. */
export function privacyOptions(person: Person): PrivacyLevel[] {
  return [person.privateAccount ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
}
