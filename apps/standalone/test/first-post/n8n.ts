import { once } from 'node:events'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import type { INodeParameters } from 'n8n-workflow'
import { openBench } from '../n8n/bench.ts'
import { expectPublished } from './published.ts'
import { codeBlocks } from './shell-blocks.ts'
import { readPage, type Walks } from './walks.ts'

const page = 'docs/first-post/n8n.md'

interface WorkflowNode {
  name: string
  type: string
  parameters: INodeParameters
}

/** The nodes of the workflow that the page imports, by name. */
async function workflowNodes(): Promise<Map<string, WorkflowNode>> {
  const [workflow = ''] = codeBlocks(await readPage(page), 'json')
  const { nodes }: { nodes: WorkflowNode[] } = JSON.parse(workflow)
  return new Map(nodes.map((node) => [node.name, node]))
}

/** The files of the package beside those that npm adds. */
const packed = [
  'credentials/CarillonApi.credentials.js',
  'nodes/Carillon/Carillon.node.js',
  'nodes/Carillon/CarillonTrigger.node.js',
  'nodes/Carillon/carillon.dark.svg',
  'nodes/Carillon/carillon.svg',
  'package.json',
]

/** Where n8n has the installed package, beside the library of n8n itself. */
async function installedNodes(folder: string): Promise<string> {
  const modules = join(folder, '.n8n/nodes/node_modules')
  await mkdir(modules, { recursive: true })
  await symlink(join(import.meta.dirname, '../../node_modules/n8n-workflow'), join(modules, 'n8n-workflow'))
  return join(modules, 'n8n-nodes-carillon/dist')
}

export function n8nWalk(walks: () => Walks): void {
  it(`${page} leads from an empty folder to a published post and an event that starts a workflow`, async () => {
    const { folder, printed } = await walks().walk(page)
    const accountId = printed[1] ?? ''
    const { gatewayUrl: baseUrl, apiKey } = walks().standalone.report()
    const dist = await installedNodes(folder)
    const entries = await readdir(dist, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    expect(files.map((path) => relative(dist, path))).to.have.members(packed)
    const bench = await openBench({ baseUrl, apiKey, nodes: dist })
    const nodes = await workflowNodes()
    const parametersOf = (name: string) => nodes.get(name)?.parameters ?? {}
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/1`
    const trigger = bench.trigger(parametersOf('When Published'), webhookUrl)
    try {
      await trigger.activate()
      const delivered = once(server, 'request')
      const [item] = await bench.execute({ ...parametersOf('Publish'), accountId })
      expect(item?.json).to.include({ platform: 'x', status: 'published' })
      const [request, response] = await delivered
      const started = await trigger.receive({ rawBody: await buffer(request), headers: request.headers })
      response.writeHead(started.status).end()
      const object = { type: 'publish', id: item?.json['publishId'] }
      expect(started.items[0]).to.deep.include({ type: 'publish.published', object })
      await trigger.deactivate()
    } finally {
      server.closeAllConnections()
      server.close()
    }
    await expectPublished(walks(), 'x', 'Fresh bread with n8n.')
  })
}
