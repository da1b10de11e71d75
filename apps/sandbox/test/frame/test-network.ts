import express, { Router } from 'express'
import { renderConsent } from '../../src/consent/page.ts'
import type { NetworkFault } from '../../src/faults.ts'
import type { Network, NetworkFactory, SandboxContext } from '../../src/network.ts'

const STATUS: Record<NetworkFault, number> = {
  throttle: 429,
  'quota-exhausted': 403,
  'upload-limit-exceeded': 400,
  unavailable: 503,
  'accept-then-500': 500,
}

/** A minimal network `notes`: texts that are written and read, and a consent page. */
export const testNetwork: NetworkFactory = {
  name: 'notes',
  make({ baseUrl, keep, pull, now }: SandboxContext): Network {
    const posts: Record<string, unknown>[] = []
    let revoked = 'nobody'
    const router = Router()
    router.post('/notes', express.json(), async (request, response) => {
      const { text, image } = request.body
      if (text === '') return void response.status(400).json({ error: 'empty' })
      const media =
        image === undefined ? [] : [await pull(image).then(({ bytes, contentType }) => keep(bytes, contentType, 'alt'))]
      posts.push({ id: String(posts.length + 1), accountId: '1', text, media, at: now() })
      response.status(201).json({ id: String(posts.length), text: 'written down as asked' })
    })
    router.get('/notes', (_request, response) => void response.json({ revoked, count: posts.length }))
    router.get('/authorize', (request, response) => {
      const scopes = String(request.query['scope']).split(' ')
      const people = [{ handle: 'first', name: 'The <First>' }, { handle: 'second' }]
      response.send(renderConsent({ network: 'Notes', client: 'A & B', scopes, people, hidden: { kept: '"quoted"' } }))
    })
    router.post('/authorize', express.urlencoded(), (request, response) => {
      const { redirect_uri: redirect, hop } = request.query
      const { decision, as, scope = [], kept } = request.body
      const result = new URLSearchParams({ decision, as, kept, scope: [scope].flat().join(' ') })
      response.cookie('seen', 'yes')
      response.redirect(302, hop === undefined ? `${redirect}?${result}` : `${baseUrl}/hop?to=${redirect}`)
    })
    router.get('/hop', (request, response) => {
      response.redirect(303, `${request.query['to']}?cookie=${request.headers.cookie}`)
    })
    router.get('/done', (_request, response) => void response.status(202).send('done'))
    return {
      name: 'notes',
      router,
      operation: ({ path, method }) =>
        path === '/notes' ? (method === 'POST' ? 'notes.create' : 'notes.list') : undefined,
      sendFault: (fault, _request, response) => void response.status(STATUS[fault]).json({ fault }),
      revokeTokens: (handle = 'everybody') => {
        revoked = handle
      },
      state: () => ({
        accounts: [
          { id: '1', handle: 'first' },
          { id: '2', handle: 'second' },
        ],
        posts,
      }),
      person: {
        wave: ({ to }) => {
          if (to === undefined) throw new Error('to: somebody')
          return { waved: to }
        },
      },
    }
  },
}
