// Compiled with the client that hey-api generates, then run: publishes a post and reads a typed error.
import { client } from './hey-api/client.gen.js'
import { postsPublish, profilesCreate } from './hey-api/index.js'

const [baseUrl = '', apiKey = '', accountId = ''] = process.argv.slice(2)
client.setConfig({ baseUrl, auth: apiKey })

// @ts-expect-error an Instagram post has an image
export const withoutImage = () => postsPublish({ body: { platform: 'instagram', accountId, caption: 'a' } })

const { data, error } = await postsPublish({
  body: { platform: 'x', accountId, text: 'Published with hey-api' },
})
if (!data) throw new Error(error.error.message)

const taken = await profilesCreate({ body: { name: 'Default' } })
const details = taken.error?.error.code === 'profile_name_conflict' ? taken.error.error.details : undefined
console.log(JSON.stringify({ publishId: data.publishId, existingProfileId: details?.existingProfileId }))
