// Compiled with the types that openapi-typescript generates, then run: publishes a post and reads a typed error.
import createClient from 'openapi-fetch'
import type { Publish, paths } from './openapi-types.js'

const [baseUrl = '', apiKey = '', accountId = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } })

type PostBody = NonNullable<paths['/api/v1/posts']['post']['requestBody']>['content']['application/json']

export const bodies: PostBody[] = [
  { platform: 'tiktok', accountId, music_usage_confirmed: true, video: { url: 'https://media.example.com/a.mp4' } },
  { platform: 'facebook', accountId, reel: { contentType: 'video/mp4', base64: '' } },
  // @ts-expect-error an Instagram post has an image
  { platform: 'instagram', accountId, caption: 'a' },
]

const { data, error } = await client.POST('/api/v1/posts', {
  body: { platform: 'x', accountId, text: 'Published with openapi-fetch' },
})
if (!data) throw new Error(error.error.message)
const publish: Publish = data

const taken = await client.POST('/api/v1/profiles', { body: { name: 'Default' } })
const details = taken.error?.error.code === 'profile_name_conflict' ? taken.error.error.details : undefined
console.log(JSON.stringify({ publishId: publish.publishId, existingProfileId: details?.existingProfileId }))
