import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { commentedPng, wideWebp } from './hostile-images.ts'
import { sendStraight } from './straight.ts'

/** What an attack works with; it has to fit into a message to the process that attacks. */
export interface Scene {
  /** The gateway, and the IP address that requests come from. */
  url: string
  address: string
  authorization: string
  /** Accounts of the attacker: one on X, and several on Instagram and TikTok. */
  xAccount: string
  instagramAccounts: readonly string[]
  tiktokAccounts: readonly string[]
  /** Where files never end. */
  dripUrl: string
}

/** Prepares an attack, and returns what goes on until the process ends. */
type Attack = (scene: Scene) => () => Promise<unknown>

const json = { 'content-type': 'application/json' }
const MiB = 1024 ** 2

/** Runs `work` in so many endless loops; a failing request does not end it. */
async function inLoops(count: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  const loop = async (first: number) => {
    for (let turn = first; ; turn += count) await work(turn).catch(() => sleep(50))
  }
  await Promise.all(Array.from({ length: count }, (_, index) => loop(index)))
}

interface Sent {
  headers?: Record<string, string>
  body?: Buffer
}

function send({ url, address, authorization }: Scene, method: string, path: string, { headers, body }: Sent = {}) {
  const own = { headers: { authorization, ...headers }, ...(body && { body }) }
  return sendStraight({ url: new URL(url), address }, method, path, own)
}

function postOnX({ xAccount: accountId }: Scene, media: object): Buffer {
  return Buffer.from(JSON.stringify({ platform: 'x', accountId, text: 'x', media: [media] }))
}

/** Publishes the same media on X again and again; they are published as they are. */
function publishing(count: number, type: string, bytes: () => Buffer): Attack {
  return (scene) => {
    const body = postOnX(scene, { content_type: type, base64: bytes().toString('base64') })
    return () => inLoops(count, () => send(scene, 'POST', '/api/v1/posts', { body, headers: json }))
  }
}

/** Publishes the same image on Instagram again and again, for which the worker encodes it as a small JPEG. */
function encoding(count: number, type: string, bytes: () => Buffer): Attack {
  return (scene) => {
    const image = { contentType: type, base64: bytes().toString('base64') }
    const bodies = scene.instagramAccounts.map((accountId) =>
      Buffer.from(JSON.stringify({ platform: 'instagram', accountId, caption: 'x', image })),
    )
    return () =>
      inLoops(count, (turn) => {
        const [body] = bodies.slice(turn % bodies.length)
        return send(scene, 'POST', '/api/v1/posts', { ...(body && { body }), headers: json })
      })
  }
}

/** Sockets that send one byte of a form every five seconds, opened again when they are closed. */
function slowBody({ url, address }: Scene): Promise<void> {
  const { host, hostname, port } = new URL(url)
  const head = [
    'POST /connect/select/x HTTP/1.1',
    `Host: ${host}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 60000',
    '',
    '',
  ]
  return new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: address })
    const timer = setInterval(() => socket.write('a'), 5_000)
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(timer)
      setTimeout(done, 100)
    })
    socket.write(head.join('\r\n'))
    socket.resume()
  })
}

/** As many pixels as are decoded; an image with more is rejected by its header. */
const largestWebp = () => wideWebp(5_000, 4_800)

/** Every attack by its name. Each one is a tenant that uses as much as it can get, or a stranger without a key. */
export const attacks: Readonly<Record<string, Attack>> = {
  'nobody else': () => () => sleep(2 ** 30),
  'hostile JSON': (scene) => {
    const keys = Array.from({ length: 125_000 }, (_, index) => `"${index.toString(36)}":0`)
    const body = Buffer.from(`{${keys.join(',')}}`.slice(0, MiB - 1))
    return () => inLoops(8, () => send(scene, 'POST', '/api/v1/profiles', { body, headers: json }))
  },
  'If-None-Match': (scene) => {
    const headers = { 'if-none-match': `a${' '.repeat(15_000)}a` }
    return () => inLoops(4, () => send(scene, 'GET', '/api/v1/openapi.json', { headers }))
  },
  'WebP decoding': publishing(12, 'image/webp', largestWebp),
  'WebP encoding': encoding(12, 'image/webp', largestWebp),
  'zTXt PNG': publishing(6, 'image/png', () => commentedPng(50, 60 * MiB)),
  'dripping media': (scene) => () =>
    inLoops(60, (turn) =>
      send(scene, 'POST', '/api/v1/posts', {
        body: postOnX(scene, { url: `${scene.dripUrl}/${turn}` }),
        headers: json,
      }),
    ),
  'slow bodies': (scene) => () => inLoops(400, () => slowBody(scene)),
  'hanging refreshes': (scene) => () =>
    inLoops(scene.tiktokAccounts.length, (turn) =>
      send(scene, 'GET', `/api/v1/posts?accountId=${scene.tiktokAccounts[turn % scene.tiktokAccounts.length]}`),
    ),
  'large uploads': publishing(8, 'video/mp4', () => Buffer.alloc(40 * MiB, 'v')),
}
