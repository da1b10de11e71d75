// Opens all descriptors that this process may have, then makes calls, and prints which of their errors are local.
import { openSync } from 'node:fs'
import { devNull } from 'node:os'
import { findOutboundError } from '../../src/index.ts'
import { collectingOutbound, failure } from '../peer.ts'

const { outbound } = collectingOutbound()
const labels = { network: 'example', operation: 'posts.read' }
// The first call loads what calls need.
await failure(outbound.request({ ...labels, method: 'GET', url: 'http://127.0.0.1:1/' }))
const calls = [
  () => outbound.request({ ...labels, method: 'GET', url: 'http://127.0.0.1:1/' }),
  () => outbound.request({ ...labels, method: 'GET', url: 'http://localhost:1/' }),
  () => outbound.guarded({ ...labels, url: 'https://cdn.example.com/' }),
]

/** Opens descriptors until no more can be opened. */
function exhaust(): void {
  try {
    for (;;) openSync(devNull, 'r')
  } catch {}
}

for (const call of calls) {
  exhaust()
  const { kind, sent, isLocal, problem } = findOutboundError(await failure(call())) ?? {}
  console.log(JSON.stringify({ kind, sent, isLocal, problem }))
}
process.exit(0)
