import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownPort } from '@carillon/testkit'
import { expect } from 'chai'
import { type Cluster, startCluster } from '../faults/cluster.ts'
import { networksNamed } from '../faults/networks.ts'

const root = join(import.meta.dirname, '../../../..')

/** The three commands of the documentation, as they are there. */
function documentedCommands(): string[] {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const [, block = ''] = /with three commands:\n\n```sh\n([^`]*)```/.exec(text) ?? []
  return block.trim().split('\n')
}

/** Runs a command with a shell in the folder of the logs; comments of the line are the shell's own. */
function run(command: string, folder: string): string {
  return spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).stdout.trim()
}

describe('the trace of a publish that failed at a network', () => {
  let cluster: Cluster
  let collector: ChildProcess
  let folder: string

  before(async () => {
    const port = await ownPort()
    cluster = await startCluster({
      ...{ seed: 1, gateways: 1, workers: 1, networks: networksNamed(['x']) },
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_BSP_SCHEDULE_DELAY: '200' },
    })
    folder = join(cluster.dir, 'logs')
    // As the documentation starts it, at another port and beside the logs.
    const script = join(root, 'infra/observability/collector.mjs')
    collector = spawn(process.execPath, [script, 'spans.jsonl', String(port)], { cwd: folder })
    if (collector.stdout) await once(collector.stdout, 'data')
  })
  after(async () => {
    collector?.kill()
    await cluster?.close()
  })

  it('is found from the id of its request by the three commands of the documentation', async () => {
    const [x] = networksNamed(['x'])
    const [user] = x?.users ?? []
    if (!x || !user) throw new Error('there is no user of X')
    const accountId = await cluster.connect(x, user)
    const respond = { status: 403, body: { title: 'Forbidden', detail: 'No.', type: 'about:blank', status: 403 } }
    await cluster.sandbox('POST', '/faults', { network: 'x', operation: 'posts.create', fault: 'deviate', respond })
    const requestId = 'a-request-of-a-stranger'
    const post = { platform: 'x', accountId, text: 'Fresh bread.' }
    const { status } = await cluster.call('POST', '/posts', post, { headers: { 'x-request-id': requestId } })
    expect(status).to.be.oneOf([201, 202, 400, 403, 422, 502])

    const [findTrace = '', findSpans = '', findLines = ''] = documentedCommands()
    expect(documentedCommands()).to.have.length(3)
    const trace = run(findTrace.replace('REQUEST_ID', requestId), folder)
    expect(trace).to.match(/^"traceId":"[0-9a-f]{32}"$/)
    const traceId = trace.slice('"traceId":"'.length, -1)
    // Spans are exported a moment after they ended.
    let spans = ''
    while (!spans.includes('"carillon.status":403')) {
      spans = run(findSpans.replace('TRACE_ID', traceId), folder)
      await sleep(100)
    }
    const failed = spans
      .split('\n')
      .map((line) => JSON.parse(line))
      .find((span) => span['carillon.status'] === 403)
    expect(failed).to.include({
      ...{ traceId, name: 'network call', failed: true, process: 'carillon-worker' },
      ...{ 'carillon.network': 'x', 'carillon.operation': 'posts.create' },
    })
    const lines = run(findLines.replace('TRACE_ID', traceId), folder)
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.find((line) => line.status === 403)).to.include({
      ...{ message: 'outbound call', network: 'x', operation: 'posts.create', requestId, traceId },
    })
  })
})
