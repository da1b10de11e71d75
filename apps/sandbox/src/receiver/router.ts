import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Request, Router } from 'express'
import { type ArrivedWebhooks, createArrivedWebhooks } from './arrived.ts'
import { renderArrived } from './page.ts'

/** The maximum size of a request body. Webhook events of Carillon are smaller. */
const maxBody = '256kb'
const maxDelayMs = 60_000

function numberIn({ query }: Request, name: string, { min, max, usual }: { min: number; max: number; usual: number }) {
  const text = query[name]
  if (text === undefined) return usual
  const value = Number(text)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RangeError(`${name}: a number from ${min} to ${max}`)
}

const textOf = (body: unknown): string => (Buffer.isBuffer(body) ? body.toString('utf8') : '')

/**
 * Creates a receiver whose URL can be entered as that of a Carillon webhook, for tests. It accepts `POST /receiver` and
 * `/receiver/{name}`, verifies no signatures, and lists what arrived at `GET /receiver` and, as JSON, at
 * `/receiver/deliveries`, where `DELETE` empties the list. `?status=` (200 to 599, default 204) and `?delayMs=` (at
 * most 60000, default 0) simulate a receiver that fails or is slow; other values get status 400.
 */
export function createReceiver(arrived: ArrivedWebhooks = createArrivedWebhooks()): Router {
  const router = Router()
  router.get('/receiver/deliveries', (_request, response) => void response.json({ deliveries: arrived.list() }))
  router.delete('/receiver/deliveries', (_request, response) => {
    arrived.clear()
    response.status(204).end()
  })
  router.get('/receiver', (_request, response) => {
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cache-Control', 'no-store')
    response.send(renderArrived(arrived.list()))
  })
  router.post(
    ['/receiver', '/receiver/:name'],
    express.raw({ type: () => true, limit: maxBody }),
    async (request, response) => {
      const status = numberIn(request, 'status', { min: 200, max: 599, usual: 204 })
      const delayMs = numberIn(request, 'delayMs', { min: 0, max: maxDelayMs, usual: 0 })
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const at = new Date().toISOString()
      arrived.add({ at, path: request.originalUrl, headers, body: textOf(request.body), status })
      if (delayMs > 0) await sleep(delayMs, undefined, { ref: false })
      response.status(status).end()
    },
  )
  return router
}
