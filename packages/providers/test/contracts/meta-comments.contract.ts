import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { facebookComments } from '../../src/facebook/comments/port.ts'
import { instagramComments } from '../../src/instagram/comments/port.ts'
import { appCall, accountCall as pageCall, pageId } from '../facebook/network.ts'
import { answering } from '../fake-answer.ts'
import { now } from '../fake-call.ts'
import { accountCall } from '../instagram/network.ts'

interface Parameter {
  name: string
  type: string
}

interface Spec {
  apis: { method: string; endpoint?: string; params: Parameter[] }[]
  fields: Parameter[]
}

/** Parameters of Graph itself, which no edge lists. */
const always = ['appsecret_proof', 'fields', 'limit', 'after']

/** Names in a `fields` parameter, those within braces apart. */
function namesOf(fields: string): { outer: string[]; inner: string[] } {
  const plain = fields.replace(/\.\w+\([^)]*\)/g, '')
  const inner = [...plain.matchAll(/(?:comments|replies)\{((?:[^{}]|\{[^{}]*\}+)*)\}/g)].flatMap(([, list = '']) =>
    list.split(','),
  )
  let outer = plain
  for (let depth = 0; depth < 3; depth++) outer = outer.replace(/\{[^{}]*\}/g, '')
  const bare = inner.map((name) => name.replace(/[{}].*/, '')).filter((name) => name !== 'name' && name !== 'picture')
  return { outer: outer.split(','), inner: bare.filter((name) => name !== '') }
}

function contract(directory: string): void {
  const read = (node: string): Spec =>
    JSON.parse(readFileSync(join(directory, 'meta', 'api_specs', `${node}.json`), 'utf8'))

  function faults({ url, method, body }: OutboundRequest, node: string, comment: string): string[] {
    const { pathname, searchParams } = new URL(url)
    const [, , , edge] = pathname.split('/')
    const spec = read(node)
    const api = spec.apis.find((row) => row.method === method && row.endpoint === (edge ? edge : undefined))
    const known = [...always, ...(api?.params ?? []).map(({ name }) => name)]
    const sent = [...searchParams.keys(), ...(body instanceof URLSearchParams ? body.keys() : [])]
    const readable = (of: Spec) => [
      ...of.fields.map(({ name }) => name),
      ...of.apis.map(({ endpoint }) => endpoint ?? ''),
    ]
    const shown = edge ? read(comment) : spec
    const { outer, inner } = namesOf(searchParams.get('fields') ?? 'id')
    return [
      ...(edge && !api ? [`no ${method} ${edge} of ${node}`] : []),
      ...sent.filter((name) => !known.includes(name)).map((name) => `no parameter ${name}`),
      ...outer.filter((name) => !readable(shown).includes(name)).map((name) => `no field ${name}`),
      ...inner.filter((name) => !readable(read(comment)).includes(name)).map((name) => `no inner field ${name}`),
    ]
  }

  const sent: OutboundRequest[] = []
  const comment = { id: '1_7', from: { id: '5' }, media: { id: '179' }, can_hide: true }
  const outbound = answering((request) => {
    sent.push(request)
    return { status: 200, body: { ...comment, data: [], success: true } }
  })
  const scopes = ['pages_read_engagement', 'pages_read_user_content', 'pages_manage_engagement']
  const page = pageCall({ scopes }, appCall({ outbound }))
  const own = accountCall()
  const instagram = { ...own, outbound, account: { ...own.account, scopes: ['instagram_business_manage_comments'] } }
  const input = { postId: `${pageId}_1`, parentId: null, message: 'Thanks' }
  const writing = { writeId: 'w', input, createdAt: now }
  const place = { postId: `${pageId}_1`, threadId: null }
  const thread = { postId: '179', threadId: '9' }
  const hide = { postId: null, hidden: true }
  const deletion = { isOwn: false, banAuthor: false }
  const { reply } = instagramComments

  const deeds: [string, () => Promise<unknown>, string, string][] = [
    [
      'a post’s comments',
      () => facebookComments.page(page, { postId: input.postId, cursor: 'a1' }),
      'PagePost',
      'Comment',
    ],
    ['a video’s comments', () => facebookComments.page(page, { postId: '98', cursor: null }), 'AdVideo', 'Comment'],
    [
      'replies',
      () => facebookComments.replies(page, { postId: input.postId, parentId: '1_7', cursor: null }),
      'Comment',
      'Comment',
    ],
    [
      'a comment on a post',
      () => facebookComments.reply.commit({ ...page, ...writing }, { place, sent: null }, 'comment'),
      'PagePost',
      'Comment',
    ],
    [
      'a reply',
      () =>
        facebookComments.reply.commit(
          { ...page, ...writing },
          { place: { ...place, threadId: '1_7' }, sent: null },
          'comment',
        ),
      'Comment',
      'Comment',
    ],
    ['hiding', () => facebookComments.hide(page, { ...hide, commentId: '1_7' }), 'Comment', 'Comment'],
    ['deleting', () => facebookComments.delete(page, { ...deletion, commentId: '1_7' }), 'Comment', 'Comment'],
    [
      'media’s comments',
      () => instagramComments.page(instagram, { postId: '179', cursor: 'a1' }),
      'IGMedia',
      'IGComment',
    ],
    ['media', () => instagramComments.post(instagram, '179').catch(() => undefined), 'IGMedia', 'IGComment'],
    [
      'Instagram replies',
      () => instagramComments.replies(instagram, { postId: '179', parentId: '9', cursor: null }),
      'IGComment',
      'IGComment',
    ],
    [
      'an Instagram reply',
      () => reply.commit({ ...instagram, ...writing }, { place: thread, sent: null }, 'comment'),
      'IGComment',
      'IGComment',
    ],
    [
      'hiding on Instagram',
      () => instagramComments.hide(instagram, { ...hide, commentId: '9' }),
      'IGComment',
      'IGComment',
    ],
    [
      'deleting on Instagram',
      () => instagramComments.delete(instagram, { ...deletion, commentId: '9' }),
      'IGComment',
      'IGComment',
    ],
  ]
  for (const [what, act, node, commentNode] of deeds) {
    it(`${what}: known edges, parameters and fields`, async () => {
      sent.length = 0
      await act()
      expect(sent).not.to.have.length(0)
      for (const request of sent) expect(faults(request, node, commentNode)).to.deep.equal([])
    })
  }
}

const directory = process.env['CONTRACTS_DIR']
if (directory !== undefined) describe('contract: comments on facebook and instagram', () => contract(directory))
