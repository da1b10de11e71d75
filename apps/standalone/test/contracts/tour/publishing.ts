import { expect } from 'chai'
import type { Flow, Samples } from '../../flows/flow.ts'
import type { Whole } from '../../whole.ts'
import { ok } from './ok.ts'

/** Connects, publishes every kind of post, lists, deletes where that is possible, refreshes and disconnects. */
export async function publishing(whole: Whole, flow: Flow, samples: Samples): Promise<void> {
  const { platform, connect, kinds, deletes } = flow
  const accountId = await whole.connect(platform, connect)
  const about = `platform=${platform}&accountId=${accountId}`
  let deleted = ''
  for (const kind of kinds) {
    const body = { platform, accountId, ...(await kind.body(samples)) }
    const { publishId } = ok(await whole.call('POST', '/posts', body), `${platform}: ${kind.title}`)
    const ended = await whole.ended(publishId)
    expect(ended.status, `${platform}: ${kind.title}: ${JSON.stringify(ended.error)}`).to.equal('published')
    deleted = ended.postIds[0] ?? deleted
  }
  ok(await whole.call('GET', `/posts?${about}`), `${platform}: list`)
  if (deletes) ok(await whole.call('DELETE', `/posts/${encodeURIComponent(deleted)}?${about}`), `${platform}: delete`)
  ok(await whole.call('POST', `/profiles/${whole.profileId}/accounts/refresh`), `${platform}: refresh`)
}

/** Publishes when the day's posts are used up, which the network is then asked about. */
export async function exhausted(whole: Whole, { platform, connect, kinds }: Flow, samples: Samples): Promise<void> {
  const accountId = await whole.connect(platform, connect)
  const fault = { network: platform, operation: 'posts.create', fault: 'quota-exhausted', times: 1 }
  ok(await whole.sandboxCall('POST', '/faults', fault), 'fault')
  const [kind] = kinds
  const { status, body } = await whole.call('POST', '/posts', { platform, accountId, ...(await kind?.body(samples)) })
  const ended = body.publishId ? await whole.ended(body.publishId) : { status, error: body.error }
  expect(ended.error, JSON.stringify(ended)).to.be.an('object')
}

/** The kinds of posts of the reference server, which has no list of samples by kind of its own. */
export const blueskyFlow: Flow = {
  platform: 'bluesky',
  connect: { as: 'ada.test', body: { handle: 'ada.test' } },
  kinds: [
    {
      title: 'links, mentions, tags and images',
      body: async ({ snake }) => ({
        text: 'Grüße @grace.test 🎉 https://example.com/ä #carillon',
        langs: ['de', 'en-GB'],
        images: [{ ...(await snake('photo-640x480.jpg')), altText: 'Two towers' }, await snake('photo-300x300.png')],
      }),
      status: 201,
      is: () => true,
      check: () => undefined,
    },
    {
      title: 'a thread',
      body: async () => ({ text: 'one', thread: [{ text: 'two' }, { text: 'three' }] }),
      status: 201,
      is: () => true,
      check: () => undefined,
    },
    {
      title: 'a video',
      body: async ({ url }) => ({ text: 'a video', video: { url: url('video-320x240-2s.mp4'), altText: 'Short' } }),
      status: 202,
      is: () => true,
      check: () => undefined,
    },
    {
      title: 'a video that is uploaded in parts',
      body: async ({ url }) => ({ text: 'a large video', video: { url: url('video-640x360-4s-101mb.mp4') } }),
      status: 202,
      is: () => true,
      check: () => undefined,
    },
  ],
  listed: () => true,
  deletes: true,
}
