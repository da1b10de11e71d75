// What anybody would write first: Express, a pool, and the usual body parsers. The baseline of the gateway's rows.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import express, { type Request } from 'express'
import { makeWorkerUtils } from 'graphile-worker'
import multer from 'multer'
import pg from 'pg'
import { Agent, request } from 'undici'
import { endOn, handleCommands, healthCommands } from './asks.ts'

const {
  DATABASE_URL: connectionString,
  MEDIA_DIR: dir = '',
  BENCH_NETWORK = '',
  BENCH_LIST_URL = '',
  BENCH_LIST_KEY = '',
} = process.env
const pool = new pg.Pool({ connectionString, max: 16 })
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
const queue = await makeWorkerUtils({ pgPool: pool })
await queue.migrate()
const dispatcher = new Agent({ connections: 128, pipelining: 1 })
const app = express().disable('x-powered-by').disable('etag')
let files = 0

app.get('/profiles/:id', async (req, res) => {
  const { rows } = await pool.query({
    name: 'profile',
    text: `select *, not exists (select from profile as older where older.organization_id = profile.organization_id
      and (older.created_at, older.id) < (profile.created_at, profile.id)) as is_default from profile where id = $1`,
    values: [req.params.id],
  })
  res.json(rows[0])
})

app.get('/profiles/:id/accounts', async (req, res) => {
  const { rows } = await pool.query({
    name: 'accounts',
    text: `select account.*, credential.expires_at as token_expires_at from account
      left join credential on credential.account_id = account.id where profile_id = $1 order by connected_at, id`,
    values: [req.params.id],
  })
  res.json({ accounts: rows })
})

app.get('/comments/:copy', async (req, res) => {
  const { rows } = await pool.query({
    name: 'comments',
    text: `select content::json as comment from comment where copy_id = $1 and deleted_at is null
      order by created_at desc, id desc`,
    values: [req.params.copy],
  })
  res.json({ comments: rows.map(({ comment }) => comment) })
})

// A response of the gateway, kept as what it was made of.
const list: unknown =
  BENCH_LIST_URL === ''
    ? null
    : await (await fetch(BENCH_LIST_URL, { headers: { authorization: `Bearer ${BENCH_LIST_KEY}` } })).json()

app.get('/list', (_req, res) => {
  res.json(list)
})

app.get('/one', async (_req, res) => {
  const { rows } = await pool.query({ name: 'one', text: 'select 1 as one' })
  res.json(rows[0])
})

app.post('/jobs', express.json(), async (_req, res) => {
  await queue.addJob('nothing', { addedAt: Date.now() })
  res.status(202).json({})
})

async function received(req: Request): Promise<number> {
  let bytes = 0
  for await (const chunk of req) bytes += chunk.length
  return bytes
}

app.post('/discard', async (req, res) => {
  res.status(202).json({ bytes: await received(req) })
})

app.post('/json', express.json({ limit: '200mb' }), async (req, res) => {
  const bytes = Buffer.from(req.body.video.base64, 'base64')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = await open(join(dir, `bare-${files++}`), 'wx')
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
  res.status(202).json({ sha256 })
})

app.post('/form', multer({ dest: dir }).any(), (_req, res) => {
  res.status(202).json({})
})

app.get('/posts', async (req, res) => {
  const accounts = Array.from({ length: Number(req.query['accounts']) }, (_, at) => at)
  const pages = await Promise.all(
    accounts.map(async (account) => {
      const { body } = await request(`${BENCH_NETWORK}/posts/${account}`, { dispatcher })
      return body.json()
    }),
  )
  res.json(pages.flat())
})

handleCommands(healthCommands())
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
})
endOn(async () => {
  server.closeAllConnections()
  await queue.release()
  await dispatcher.close()
  await pool.end()
})
