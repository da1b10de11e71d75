import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

export interface WorkspaceRegistry {
  url: string
  close(): Promise<void>
}

/** The folders of a package in the store of the workspace, one for each version. */
async function versionsOf(store: string, name: string): Promise<string[]> {
  const prefix = `${name.replace('/', '+')}@`
  const entries = (await readdir(store)).filter((entry) => entry.startsWith(prefix))
  return entries.map((entry) => join(store, entry, 'node_modules', name))
}

/** What the registry says of a package; null if the workspace does not have it. */
async function packument(store: string, name: string, url: string): Promise<object | null> {
  const folders = await versionsOf(store, name)
  const manifests = await Promise.all(
    folders.map(async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))),
  )
  const [first] = manifests
  if (!first) return null
  const versions = manifests.map(({ scripts: _scripts, ...manifest }) => [
    manifest.version,
    { ...manifest, dist: { tarball: `${url}/-/${encodeURIComponent(name)}/${manifest.version}.tgz` } },
  ])
  return { name, 'dist-tags': { latest: first.version }, versions: Object.fromEntries(versions) }
}

/** Sends a package as npm packs it: its files in a folder named `package`. */
async function sendTarball(folder: string, staging: string, response: ServerResponse): Promise<void> {
  // A copy: files with the same content are one file in the store, which tar would not repeat.
  await cp(folder, join(staging, 'package'), { recursive: true, dereference: true })
  const tar = spawn('tar', ['-czf', '-', '-C', staging, 'package'], { stdio: ['ignore', 'pipe', 'inherit'] })
  await finished(tar.stdout.pipe(response))
}

/** A registry of npm with the packages of the workspace, in their versions: what pages install needs no network. */
export async function openWorkspaceRegistry(
  root: string,
  newFolder: () => Promise<string>,
): Promise<WorkspaceRegistry> {
  const store = join(root, 'node_modules/.pnpm')
  let url = ''
  async function respond(path: string, response: ServerResponse): Promise<void> {
    const [, name = '', version] = /^\/-\/([^/]+)\/(.+)\.tgz$/.exec(path)?.map(decodeURIComponent) ?? []
    if (version === undefined) {
      const found = await packument(store, decodeURIComponent(path.slice(1)), url)
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}))
      return
    }
    const folders = await versionsOf(store, name)
    const folder = folders.find((each) => each.includes(`@${version}`))
    if (folder === undefined) response.writeHead(404).end()
    else await sendTarball(folder, await newFolder(), response)
  }
  const server = createServer((request, response) => {
    respond(request.url ?? '', response).catch((error: unknown) => response.destroy(Object(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
