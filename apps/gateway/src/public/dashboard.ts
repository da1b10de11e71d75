import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { dashboardFolder } from '@carillon/dashboard'
import { capabilities, platformsWith, publishStatuses } from '@carillon/domain'
import type { RequestHandler } from 'express'
import type { PublicRoute } from './public-route.ts'

const connect = platformsWith('connect').map((platform) => ({ platform, ...capabilities.connect.cells[platform] }))

/** What the pages have to know of the tables. */
const facts = JSON.stringify({ connect, publishStatuses })

const send = (type: string, text: string): RequestHandler => {
  return (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache')
    res.type(type).send(text)
  }
}

const fileText = (name: string) => readFileSync(join(dashboardFolder, name), 'utf8')

const handlers: Readonly<Record<string, RequestHandler>> = {
  ...Object.fromEntries(
    readdirSync(dashboardFolder).map((name) => [
      name === 'index.html' ? '/dashboard{/}' : `/dashboard/${name}`,
      send(extname(name), fileText(name)),
    ]),
  ),
  '/dashboard/facts.json': send('json', facts),
  // Browsers ask for it on pages that name no icon.
  '/favicon.ico': send('svg', fileText('icon.svg')),
}

/** The pages for operators and customers, read once. They do what their API key permits, through the API. */
export const dashboardRoutes: readonly PublicRoute[] = Object.entries(handlers).map(([path, handler]) => ({
  path,
  headers: 'dashboard',
  get: () => handler,
}))
