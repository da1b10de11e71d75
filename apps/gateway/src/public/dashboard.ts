import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { dashboardFolder } from '@carillon/dashboard'
import { capabilities, platformsWith, publishStatuses } from '@carillon/domain'
import type { RequestHandler, Router } from 'express'
import { addRoute } from '../routes.ts'

const connect = platformsWith('connect').map((platform) => ({ platform, ...capabilities.connect.cells[platform] }))

/** What the pages have to know of the tables. */
const facts = JSON.stringify({ connect, publishStatuses })

/** The pages for operators and customers, read once; they do what their key can, through the interface. */
export function addDashboard(router: Router, headers: RequestHandler): void {
  const sending = (type: string, text: string): RequestHandler => {
    return (_req, res) => {
      res.setHeader('Cache-Control', 'no-cache')
      res.type(type).send(text)
    }
  }
  const files = readdirSync(dashboardFolder).map((name) => ({
    path: name === 'index.html' ? '/dashboard{/}' : `/dashboard/${name}`,
    get: sending(extname(name), readFileSync(join(dashboardFolder, name), 'utf8')),
  }))
  const others = [
    { path: '/dashboard/facts.json', get: sending('json', facts) },
    // Browsers ask for it on pages that name no icon.
    { path: '/favicon.ico', get: sending('svg', readFileSync(join(dashboardFolder, 'icon.svg'), 'utf8')) },
  ]
  for (const { path, get } of [...files, ...others]) {
    addRoute(router, { path, before: headers, methods: { get } })
  }
}
