import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificateOf, ownPort, trustTestAuthority } from '@carillon/testkit'
import { changed, type Place, type ProxyName, type ProxyRow, proxyRows } from './configurations.ts'

const infra = join(import.meta.dirname, '../../../../../infra')

export interface RunningProxy {
  /** Where clients reach it; its certificate is one that this process trusts. */
  url: string
  close(): Promise<void>
}

export interface ProxyOptions {
  /** A folder that exists; the proxy gets one of its own in it. */
  dir: string
  gateways: Place['gateways']
}

/** Writes a certificate of localhost; returns the paths of the certificate and its key. */
function writeCertificate(dir: string): Pick<Place, 'cert' | 'key'> {
  const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
  const made = certificateOf('valid')
  writeFileSync(cert, made.cert)
  writeFileSync(key, made.key)
  return { cert, key }
}

async function untilReady(url: string, child: ChildProcess, logPath: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} has ended: ${readFileSync(logPath, 'utf8')}`)
    const response = await fetch(`${url}/readyz`).catch(() => null)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    await sleep(100)
  }
}

/** Starts a proxy with its configuration of infra/ before two gateways; resolves when it responds. */
export async function startProxy(name: ProxyName, options: ProxyOptions): Promise<RunningProxy> {
  const { program, file, scheme, changes, main, args }: ProxyRow = proxyRows[name]
  const dir = join(options.dir, `proxy-${name}`)
  mkdirSync(dir)
  // nginx does not stay root.
  chmodSync(dir, 0o711)
  trustTestAuthority()
  const [port, sparePort] = [await ownPort(), await ownPort()]
  const place = { port, sparePort, gateways: options.gateways, ...writeCertificate(dir) }
  const path = join(dir, basename(file))
  writeFileSync(path, changed(readFileSync(join(infra, file), 'utf8'), changes(place)))
  const read = main ? join(dir, 'main') : path
  if (main) writeFileSync(read, main(path))
  const logPath = join(dir, 'log')
  const log = openSync(logPath, 'a')
  const env = { PATH: process.env['PATH'], HOME: dir }
  const child = spawn(program, args(read), { cwd: dir, env, stdio: ['ignore', log, log] })
  closeSync(log)
  const ended = new Promise((done) => child.once('exit', done))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const url = `${scheme}://localhost:${port}`
  await untilReady(url, child, logPath).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url, close }
}
