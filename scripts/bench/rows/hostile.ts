import { operationIds, operationRow } from '@carillon/contract'
import type { BenchChild } from '../child.ts'
import { figureOf, type Row } from '../measure.ts'
import { withoutWaiting } from '../uploads.ts'

const size = 1024 * 1024
const rounds = 3

/** Repeats `piece` until a body with `before` and `after` around it has the size of the largest JSON body. */
function filled(before: string, piece: (index: number) => string, after: string): string {
  const parts = [before]
  for (let index = 0, left = size - before.length - after.length; ; index++) {
    const next = piece(index)
    left -= next.length
    if (left < 0) return parts.join('') + after
    parts.push(next)
  }
}

const item = (text: string) => (index: number) => (index === 0 ? text : `,${text}`)

/** Bodies of 1 MiB, each as much work as possible for one part of the way that a body takes. */
const bodies: Readonly<Record<string, string>> = {
  keys: filled('{', (index) => `${index === 0 ? '' : ','}"${index.toString(36)}":0`, '}'),
  lists: filled('{"metadata":{"a":[', item('0'), ']}}'),
  objects: filled('{"metadata":{"a":[', item('{}'), ']}}'),
  depth: filled('', () => '[', ''),
  text: filled('{"name":"', () => 'x', '"}'),
  escapes: filled('{"name":"', () => '\\u0041', '"}'),
  'broken escapes': filled('{"name":"', () => '\\n', '\\q"}'),
  'escaped key': filled('{"', () => '\\u0041', '":0}'),
  digits: filled('{"name":', () => '1', '}'),
  spaces: filled('{"name":', () => ' ', '0}'),
  tokens: filled('{"name":"A"', () => ',', '}'),
  'escaped base64': filled('{"platform":"x","media":[{"base64":"', () => '\\u0041', '"}]}'),
  'other text as base64': filled('{"platform":"x","media":[{"base64":"', () => '\\u00e9', '"}]}'),
  'short base64 values': filled('{"platform":"x","media":[', item('{"base64":"A"}'), ']}'),
}

const operations = operationIds.filter((id) => operationRow(id).body ?? operationRow(id).variants)

async function longestStall(gateway: BenchChild, apiKey: string, body: string): Promise<number> {
  const stalls: number[] = []
  for (const id of operations) {
    const { method, path } = operationRow(id)
    const url = `${gateway.ready['url']}/api/v1${path.replace(/\{\w+\}/g, '0199d1b2-ffff-7000-8000-000000000000')}`
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    }
    await gateway.ask('stall')
    const response = await fetch(url, { method: method.toUpperCase(), headers, body })
    await response.arrayBuffer()
    stalls.push(await gateway.ask<number>('stall'))
  }
  return Math.max(...stalls)
}

export const hostileBodies: Row = {
  id: 'hostile',
  about: 'how long one JSON body of 1 MiB, made to be as much work as possible, keeps everybody else waiting',
  bars: Object.keys(bodies).map((figure) => ({ figure, unit: 'ms', atMost: 50 })),
  async run(installation) {
    const gateway = await installation.start('gateway', withoutWaiting)
    const stalls = new Map<string, number[]>()
    for (let round = 0; round <= rounds; round++) {
      for (const [name, body] of Object.entries(bodies)) {
        const stall = await longestStall(gateway, installation.apiKey, body)
        if (round > 0) stalls.set(name, [...(stalls.get(name) ?? []), stall])
      }
    }
    return Object.fromEntries([...stalls].map(([name, values]) => [name, figureOf(values)]))
  },
}
