import { readFileSync } from 'node:fs'
import { type Request, type Response, Router } from 'express'
import type { Dependencies } from '../dependencies.ts'
import type { Network } from '../network.ts'
import { showActs } from './acts.ts'
import { showAds } from './ads.ts'
import { showApp } from './app-view.ts'
import { showCalls } from './calls.ts'
import { showFaults } from './fault-view.ts'
import { showFeed } from './feed.ts'
import { type Held, readHeld } from './held.ts'
import { showInbox } from './inbox.ts'
import { itemsOf, partOf } from './item.ts'
import { renderPage } from './layout.ts'
import { type Markup, nothing } from './markup.ts'
import { showPeople } from './people.ts'
import { isView, type Place, VIEWS, type View } from './place.ts'
import { postActs } from './post-acts.ts'

const FILES = { 'page.js': 'text/javascript', 'page.css': 'text/css', 'icon.svg': 'image/svg+xml' } as const

interface Shown {
  network: Network
  held: Held
  place: Place
  dependencies: Dependencies
}

/** Returns the views to show as tabs: those for which the network has content or actions. */
function viewsOf(network: Network, held: Held): View[] {
  const has: Record<View, boolean> = {
    feed: held.posts.length > 0 || Object.hasOwn(network.person, 'post') || held.conversations.length === 0,
    inbox: held.conversations.length > 0 || Object.hasOwn(network.person, 'message'),
    ads: held.ads !== null,
    people: true,
    app: network.app !== undefined,
    faults: true,
    calls: true,
    acts: true,
  }
  const messagesOnly = has.inbox && !Object.hasOwn(network.person, 'post') && held.posts.length === 0
  return Object.keys(VIEWS)
    .filter(isView)
    .filter((view) => has[view] && !(view === 'feed' && messagesOnly))
}

/** Returns the names that a post can be written as: for each account, those of its Pages, or else its handle. */
function authorsOf(held: Held): string[] {
  return held.accounts.flatMap(({ pages, handle }) => {
    const names = itemsOf(pages).map((page) => partOf(page, 'name'))
    return names.length > 0 ? names : typeof handle === 'string' ? [handle] : []
  })
}

function bodyOf({ network, held, place, dependencies }: Shown): Markup {
  const { journal, faults } = dependencies
  const able = (act: string) => Object.hasOwn(network.person, act)
  const calls = () => journal.read({ network: network.name })
  const views: Record<View, () => Markup> = {
    feed: () => showFeed({ held, place, acts: postActs(network.name, able, authorsOf(held)) }),
    inbox: () => showInbox({ held, place, able }),
    ads: () => showAds({ held, place, able }),
    people: () => showPeople({ held, place }),
    app: () => (network.app === undefined ? nothing : showApp({ place, app: network.app })),
    faults: () => {
      const operations = [...new Set(calls().flatMap(({ operation }) => operation ?? []))].toSorted()
      return showFaults({ place, rules: faults.list(), operations })
    },
    calls: () => showCalls({ place, calls: calls() }),
    acts: () => showActs({ place, acts: Object.keys(network.person) }),
  }
  return views[place.view]()
}

/** Returns the content security policy of the page, which allows images and videos from the networks' own servers. */
function policyFor(networks: Iterable<Network>): string {
  const urls = [...networks].flatMap((network) => Object.values(network.urls ?? {}))
  const origins = new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))
  const media = ["'self'", 'http://localhost:*', ...origins].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

function pageIn({ query }: Request): number {
  const page = Number(query['page'])
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

async function showNetwork(request: Request, response: Response, dependencies: Dependencies): Promise<void> {
  const { networks, clock, faults } = dependencies
  const all = [...networks.values()]
  const first = request.query['view'] === 'app' ? all.find(({ app }) => app !== undefined) : undefined
  const network = networks.get(String(request.query['network'] ?? '')) ?? first ?? all[0]
  if (network === undefined)
    return void response.status(404).json({ error: 'not_found', message: 'No network runs here' })
  const held = readHeld(await network.state())
  const views = viewsOf(network, held)
  const asked = request.query['view']
  const view = views.find((one) => one === asked) ?? views[0] ?? 'people'
  const id = typeof request.query['id'] === 'string' ? request.query['id'] : null
  const place: Place = { network: network.name, view, id, page: pageIn(request) }
  const waiting = new Map<string, number>()
  for (const rule of faults.list()) waiting.set(rule.network, (waiting.get(rule.network) ?? 0) + 1)
  const body = bodyOf({ network, held, place, dependencies })
  response.setHeader('Content-Security-Policy', policyFor(networks.values()))
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
  response.send(
    renderPage({
      place,
      networks: [...networks.keys()],
      titles: dependencies.titles,
      views,
      now: clock.now(),
      faults: waiting,
      body,
    }),
  )
}

/** Builds the router of the start page: each network as its users see it, with actions, faults and the clock. */
export function createStartPage(dependencies: Dependencies): Router {
  const router = Router()
  router.get('/', (request, response) => showNetwork(request, response, dependencies))
  for (const [name, type] of Object.entries(FILES)) {
    const bytes = readFileSync(new URL(`./browser/${name}`, import.meta.url))
    router.get(`/start-page/${name}`, (_request, response) => {
      response.setHeader('Cache-Control', 'no-cache')
      response.type(type).send(bytes)
    })
  }
  return router
}
