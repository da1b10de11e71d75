import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  bundleOf,
  contentType,
  currentBundle,
  dashboardIcon,
  type Encoding,
  encodings,
  indexPage,
  NotBundledError,
  notBundledPage,
  preparingPage,
} from '@carillon/dashboard'
import { ServiceError } from '@carillon/errors'
import type { Request, RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import type { Route } from '../route.ts'
import { allowSource } from '../security-headers.ts'
import { dashboardFacts, dashboardPostSchemas } from './dashboard-facts.ts'
import { uploadedFile } from './media.ts'
import { pictures } from './pictures.ts'

const filesPath = '/dashboard/files/'

/**
 * Builds the handler that serves the same HTML for every path of the dashboard; the app in the browser decides which
 * page to show. While there is no bundle, it responds with 503 and a page that says so.
 * @param current returns the bundle
 */
export function indexOf(current: typeof currentBundle, { log }: Pick<Backend, 'log'>): RequestHandler {
  let logged: unknown
  return async (_req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    try {
      const bundle = await current()
      if (bundle === undefined) {
        res.setHeader('Retry-After', '1')
        res.status(503).type('html').send(preparingPage)
        return
      }
      const nonce = randomBytes(18).toString('base64')
      allowSource(res, 'style-src', `'nonce-${nonce}'`)
      res.type('html').send(indexPage({ bundle, filesPath, nonce }))
    } catch (err) {
      if (!(err instanceof NotBundledError)) throw err
      if (err.cause !== logged) log.error({ err }, 'dashboard not bundled')
      logged = err.cause
      res.setHeader('Retry-After', '10')
      res.status(503).type('html').send(notBundledPage)
    }
  }
}

function encodingFor(req: Request, available: readonly Encoding[]): Encoding | undefined {
  // Without an Accept-Encoding nothing is compressed, though anything would be acceptable.
  if (req.headers['accept-encoding'] === undefined) return undefined
  return available.find((encoding) => req.acceptsEncodings(encoding) === encoding)
}

/**
 * Serves a file of the dashboard's bundle, whose name changes with its content, as compressed in advance;
 * `route_not_found` for any other name.
 */
const sendFile: RequestHandler = async (req, res) => {
  const name = String(req.params['name'])
  const bundle = await bundleOf(name)
  if (bundle === undefined) throw new ServiceError('route_not_found', 'The file does not exist.')
  const encoding = encodingFor(req, bundle.files[name]?.encodings ?? [])
  res.vary('Accept-Encoding')
  if (encoding) res.setHeader('Content-Encoding', encoding)
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
  res.setHeader('Content-Type', contentType(name))
  const path = join(bundle.folder, encoding ? `${name}${encodings[encoding]}` : name)
  await new Promise<void>((sent, failed) => {
    // The folder may lie below one whose name begins with a dot.
    res.sendFile(path, { cacheControl: false, dotfiles: 'allow' }, (error?: Error) => (error ? failed(error) : sent()))
  })
}

const sendIcon: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'public, max-age=86400')
  res.type('svg').send(dashboardIcon)
}

/** The routes of the dashboard: an app in the browser that does everything through the API, with its session. */
export const dashboardRoutes: readonly Route[] = [
  { path: '/favicon.ico', headers: 'dashboard', withoutDatabase: true, get: () => sendIcon },
  { path: '/dashboard/facts.json', headers: 'dashboard', withoutDatabase: true, get: dashboardFacts },
  { path: '/dashboard/post-schemas.json', headers: 'dashboard', withoutDatabase: true, get: dashboardPostSchemas },
  { path: `${filesPath}:name`, headers: 'dashboard', withoutDatabase: true, get: () => sendFile },
  { path: '/dashboard/pictures/:accountId{/:postId}', headers: 'media', get: pictures },
  { path: '/dashboard/uploads/:token', headers: 'media', get: uploadedFile },
  {
    path: '/dashboard{/}',
    headers: 'dashboard',
    withoutDatabase: true,
    get: (backend) => indexOf(currentBundle, backend),
  },
  {
    path: '/dashboard/*page',
    headers: 'dashboard',
    withoutDatabase: true,
    get: (backend) => indexOf(currentBundle, backend),
  },
]
