import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { failureOf, intercept } from '../fake-call.ts'
import { advance, begun, drive } from './drive.ts'
import {
  accountId,
  carouselPost,
  facebookCredentials,
  facebookGraph,
  image,
  type Post,
  publishCall,
  singlePost,
} from './network.ts'
import { container, media, rejection } from './responses.ts'
import { operationsOf, type Sent, type SimulatedResponse, simulate } from './simulated.ts'

const [one, two, three, parent] = [1, 2, 3, 4].map((at) => `1788000000000000${at}`) as [string, string, string, string]

function formsOf(sent: readonly Sent[]): Record<string, string>[] {
  return sent.flatMap(({ operation, form }) => (operation === 'create' ? [form] : []))
}

describe('publishing an image on Instagram', () => {
  intercept()

  it('makes a container, looks at it, publishes it and reads where it is', async () => {
    const sent = simulate()
    expect(await drive(publishCall())).to.deep.equal({
      postIds: ['17900000000000009'],
      permalink: 'https://www.instagram.com/p/17900000000000009/',
      commits: 1,
      pauses: [],
    })
    expect(operationsOf(sent)).to.equal('create status publish post')
    expect(sent.map(({ authorization }) => authorization)).to.deep.equal(Array(4).fill('Bearer IGAA.long'))
    const [created, looked, published] = sent
    expect(created?.form).to.deep.equal({
      image_url: 'https://carillon.example/media/one.jpg',
      caption: 'Rye today',
    })
    expect(looked?.path).to.equal(`/v25.0/${one}`)
    expect(published).to.deep.include({ path: `/v25.0/${accountId}/media_publish`, form: { creation_id: one } })
  })

  const tag = { username: 'anna.b', x: 0.25, y: 1 }
  const fields: [string, Partial<Post>, Record<string, string>][] = [
    ['a caption', { caption: 'Frühling & 🌷\n#rye' }, { caption: 'Frühling & 🌷\n#rye' }],
    ['collaborators', { collaborators: ['a.b', 'c_d'] }, { collaborators: '["a.b","c_d"]' }],
    ['that an AI made it', { isAiGenerated: true }, { is_ai_generated: 'true' }],
    ['that no AI made it', { isAiGenerated: false }, { is_ai_generated: 'false' }],
    ['an alternative text', { image: { source: image(), altText: 'A loaf' } }, { alt_text: 'A loaf' }],
    ['tags', { image: { source: image(), userTags: [tag] } }, { user_tags: JSON.stringify([tag]) }],
    ['nothing of what is empty', { caption: '', collaborators: [] }, {}],
    ['no empty text or tags', { image: { source: image(), altText: '', userTags: [] } }, {}],
  ]
  for (const [name, over, form] of fields) {
    it(`passes on ${name}`, async () => {
      const sent = simulate()
      await advance(publishCall(singlePost({ caption: '', ...over })))
      expect(formsOf(sent)).to.deep.equal([{ image_url: 'https://carillon.example/media/one.jpg', ...form }])
    })
  }

  it("goes to Facebook's host with the Page's token and the proof of the Meta app after a login there", async () => {
    const sent = simulate({}, facebookGraph)
    await drive(publishCall(singlePost(), facebookCredentials))
    const appsecret_proof = createHmac('sha256', 'meta-secret').update('EAA.page').digest('hex')
    expect(operationsOf(sent)).to.equal('create status publish post')
    for (const { authorization, query } of sent) {
      expect(authorization).to.equal('Bearer EAA.page')
      expect(query).to.include({ appsecret_proof })
    }
  })

  it('is published though nobody can say where', async () => {
    for (const post of [[400, rejection(100, 33)], [500, {}], 'drop', { id: '17900000000000009' }] as const) {
      simulate({ post: [post as object] })
      const step = await advance(publishCall(), { mediaId: '17900000000000009' })
      expect(step).to.deep.equal({ kind: 'done', result: { postIds: ['17900000000000009'], permalink: null } })
    }
  })
})

describe('publishing a carousel on Instagram', () => {
  intercept()

  it('makes one container a step, then theirs, and publishes that', async () => {
    const sent = simulate()
    expect(await drive(publishCall(carouselPost()))).to.deep.include({ postIds: ['17900000000000009'], commits: 1 })
    const statuses = 'status status status'
    expect(operationsOf(sent)).to.equal(`create create create ${statuses} create status publish post`)
    expect(formsOf(sent)).to.deep.equal([
      { image_url: 'https://carillon.example/media/one.jpg', is_carousel_item: 'true' },
      { image_url: 'https://carillon.example/media/two.jpg', is_carousel_item: 'true' },
      { image_url: 'https://carillon.example/media/three.jpg', is_carousel_item: 'true' },
      { media_type: 'CAROUSEL', children: JSON.stringify([one, two, three]), caption: 'Rye today' },
    ])
    expect(sent.find(({ operation }) => operation === 'publish')?.form).to.deep.equal({ creation_id: parent })
  })

  it('keeps every id as soon as it is known', async () => {
    simulate()
    const call = publishCall(carouselPost())
    const first = await advance(call)
    expect(first).to.deep.include({ kind: 'next' })
    expect(first).to.have.nested.property('state.items').that.deep.equals([one])
    const last = await advance(call, { items: ['a', 'b', 'c'], ready: true })
    expect(last).to.have.nested.property('state.carousel', two)
  })

  it('gives its items what is theirs, and the carousel the rest', async () => {
    const sent = simulate()
    const tag = { username: 'anna.b', x: 0, y: 0.5 }
    const post = carouselPost({
      collaborators: ['c_d'],
      isAiGenerated: true,
      images: [
        { source: image('one'), altText: 'A loaf', userTags: [tag] },
        { source: image('two'), altText: 'A roll' },
      ],
    })
    await drive(publishCall(post))
    const url = 'https://carillon.example/media'
    const item = { is_carousel_item: 'true' }
    expect(formsOf(sent)).to.deep.equal([
      { image_url: `${url}/one.jpg`, alt_text: 'A loaf', user_tags: JSON.stringify([tag]), ...item },
      { image_url: `${url}/two.jpg`, alt_text: 'A roll', ...item },
      {
        media_type: 'CAROUSEL',
        children: JSON.stringify([one, two]),
        caption: 'Rye today',
        collaborators: '["c_d"]',
        is_ai_generated: 'true',
      },
    ])
  })

  it('waits until every item is finished, and again when they are not ready after all', async () => {
    const status = ['FINISHED', 'IN_PROGRESS', 'FINISHED', 'FINISHED'].map((code) => container(code))
    const sent = simulate({ status, create: [{ id: '1' }, { id: '2' }, [400, rejection(9007, 2207027)], { id: '3' }] })
    const images = [image('one'), image('two')].map((source) => ({ source }))
    const driven = await drive(publishCall(carouselPost({ images })))
    expect(driven).to.deep.include({ commits: 1, pauses: [1, 1] })
    const statuses = 'status status status status'
    expect(operationsOf(sent)).to.equal(`create create ${statuses} create create status publish post`)
  })

  it('starts again when the carousel finds an item gone', async () => {
    simulate({ create: [[400, rejection(-2, 2207020)]] })
    const call = publishCall(carouselPost())
    const again = await advance(call, { items: ['1', '2', '3'], ready: true })
    expect(again).to.deep.equal({ kind: 'next', state: { ...begun, renewals: 1 } })
    expect(await failureOf(advance(call, { items: ['1', '2', '3'], ready: true, renewals: 2 }))).to.have.property(
      'code',
      'provider_error',
    )
  })
})

describe('waiting for Instagram to prepare images', () => {
  intercept()

  it('looks quickly first, then slower, and gives up in the end', async () => {
    simulate({ status: [container('IN_PROGRESS')] })
    const pauses: number[] = []
    let polls = 0
    for (;;) {
      const step = await advance(publishCall(), { items: [one], polls }).catch((error: unknown) => error)
      if (step instanceof Error) {
        expect(step).to.include({ code: 'provider_error', outcome: 'rejected' })
        break
      }
      expect(step).to.include({ kind: 'wait', accepted: false })
      pauses.push((step as { seconds: number }).seconds)
      polls += 1
      expect(step).to.have.nested.property('state.polls', polls)
    }
    expect(pauses.slice(0, 9)).to.deep.equal([1, 1, 2, 3, 5, 10, 15, 30, 60])
    const total = pauses.reduce((sum, seconds) => sum + seconds, 0)
    expect(total).to.be.within(300, 1200)
  })

  const hidden: SimulatedResponse = [400, rejection(100, 33)]

  it('reads a container again that Instagram does not show, although it has just made it', async () => {
    const sent = simulate({ status: [hidden, hidden, container('FINISHED')] })
    expect(await drive(publishCall())).to.deep.include({ commits: 1, pauses: [1, 1] })
    expect(operationsOf(sent)).to.equal('create status status status publish post')
  })

  for (const [name, post, creations] of [
    ['an image', singlePost(), 1],
    ['a carousel', carouselPost(), 4],
  ] as const) {
    it(`publishes ${name} that Instagram never shows, as publishing tells whether it is finished`, async () => {
      const sent = simulate({ status: [hidden] })
      expect(await drive(publishCall(post))).to.deep.include({ postIds: ['17900000000000009'], commits: 1 })
      expect(sent.filter(({ operation }) => operation === 'create')).to.have.length(creations)
    })
  }

  it('takes a state that it does not know for one that passes', async () => {
    simulate({ status: [{ id: one }] })
    expect(await advance(publishCall(), { items: [one] })).to.include({ kind: 'wait', accepted: false })
  })

  const rejected: [string, string][] = [
    ['Error: Media upload has failed with error code 2207009', 'invalid_image'],
    ['Error: 2207005', 'invalid_image'],
    ['Error: 2207010', 'provider_rejected'],
  ]
  for (const [status, code] of rejected) {
    it(`ends with ${code} on "${status}"`, async () => {
      simulate({ status: [container('ERROR', status)] })
      expect(await failureOf(advance(publishCall(), { items: [one] }))).to.include({ code, outcome: 'rejected' })
      simulate({ status: [container('ERROR', status)] })
      const item = advance(publishCall(carouselPost()), { items: [one, two, three] })
      expect(await failureOf(item)).to.include({ code, outcome: 'rejected' })
    })
  }

  const renewable: [string, object, number][] = [
    ['failed without a word', container('ERROR', 'Error'), 2],
    ['failed over it', container('ERROR', 'Error: 2207053'), 2],
    ['let it expire', container('EXPIRED', 'Expired'), 2],
  ]
  for (const [name, status, times] of renewable) {
    it(`makes the containers again when Instagram ${name}, ${times} at most`, async () => {
      const sent = simulate({ status: [status] })
      const error = await failureOf(drive(publishCall()))
      expect(error).to.include({ code: 'provider_error', outcome: 'rejected' })
      expect(formsOf(sent)).to.have.length(times + 1)
    })
  }

  it('publishes the new container after one that failed', async () => {
    const sent = simulate({ status: [container('ERROR', 'Error: 2207053'), container('FINISHED')] })
    expect(await drive(publishCall())).to.deep.include({ commits: 1, postIds: ['17900000000000009'] })
    expect(sent.find(({ operation }) => operation === 'publish')?.form).to.deep.equal({ creation_id: two })
  })

  const unfetched: [number, unknown] = [400, rejection(9004, 2207052)]

  it('offers an image that could not be fetched three times more, 5 s apart', async () => {
    const sent = simulate({ create: [unfetched, unfetched, unfetched, { id: '1' }] })
    expect(await drive(publishCall())).to.deep.include({ commits: 1, pauses: [5, 5, 5] })
    expect(operationsOf(sent)).to.equal('create create create create status publish post')
  })

  it('gives up on an image that it cannot fetch four times, and names it', async () => {
    const sent = simulate({ create: [{ id: '1' }, unfetched] })
    const error = await failureOf(drive(publishCall(carouselPost())))
    expect(error).to.include({ code: 'provider_error', outcome: 'rejected' })
    expect(error)
      .to.have.property('message')
      .that.matches(/^images\[1\]: .*public address/)
    expect(formsOf(sent)).to.have.length(5)
  })

  it('starts again three times, 5 s apart, when a container says that its image could not be fetched', async () => {
    const failed = container('ERROR', 'Error: 2207052')
    const sent = simulate({ status: [failed, failed, failed, container('FINISHED')] })
    expect(await drive(publishCall())).to.deep.include({ commits: 1, pauses: [5, 5, 5] })
    expect(formsOf(sent)).to.have.length(4)
  })

  it('gives up after that, and names the image', async () => {
    const sent = simulate({ status: [container('FINISHED'), container('ERROR', 'Error: 2207003')] })
    const error = await failureOf(drive(publishCall(carouselPost())))
    expect(error).to.include({ code: 'provider_error', outcome: 'rejected' })
    expect(error)
      .to.have.property('message')
      .that.matches(/^images\[\d\]: .*public address/)
    expect(formsOf(sent)).to.have.length(12)
    simulate({ status: [container('ERROR', 'Error: 2207052')] })
    expect(await failureOf(drive(publishCall())))
      .to.have.property('message')
      .that.matches(/^image: /)
  })

  const creation: [object, string, string][] = [
    [rejection(36003, 2207009), 'invalid_image', 'rejected'],
    [rejection(36001, 2207005), 'invalid_image', 'rejected'],
    [rejection(100, 2207040, 'Too many tags.'), 'provider_rejected', 'rejected'],
    [rejection(110, 2207018, 'The following user(s) cannot be accessed: ada'), 'provider_rejected', 'rejected'],
    [rejection(100), 'provider_rejected', 'rejected'],
    [rejection(-1, 2207001), 'provider_error', 'indeterminate'],
    [rejection(80002), 'rate_limited', 'rejected'],
  ]
  for (const [body, code, outcome] of creation) {
    it(`passes ${JSON.stringify(body)} on as ${code}, ${outcome}`, async () => {
      simulate({ create: [[400, body]] })
      expect(await failureOf(advance(publishCall()))).to.include({ code, outcome })
    })
  }

  it('fails in a way that is tried again when no id comes', async () => {
    simulate({ create: [{ success: true }] })
    expect(await failureOf(advance(publishCall()))).to.include({ code: 'provider_error', outcome: 'indeterminate' })
  })

  it('reads an id to its last digit when it comes as a number', async () => {
    simulate({ create: [[200, '{"id": 17889455560051445678}']] })
    expect(await advance(publishCall())).to.have.nested.property('state.items[0]', '17889455560051445678')
  })

  it('takes up a post that is out already', async () => {
    simulate({ status: [container('PUBLISHED')], list: [{ data: [media('17900000000000007')] }] })
    expect(await drive(publishCall())).to.deep.include({ commits: 0, postIds: ['17900000000000007'] })
  })
})
