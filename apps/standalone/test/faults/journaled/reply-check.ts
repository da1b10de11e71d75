import { judge, type Oracle, readRows, type Verdict } from '../check.ts'
import type { Cluster, Json } from '../cluster.ts'
import type { Reply } from './replies.ts'

export interface ReplyVerdict extends Verdict {
  /** What customers were told, every response counted. */
  responses: Record<string, number>
}

/** What each network holds, by the mark in the text; what was deleted counts as well. */
async function readComments(cluster: Cluster, replies: readonly Reply[]): Promise<Oracle> {
  const oracle: Oracle = new Map(replies.map(({ order }) => [order.mark, []]))
  for (const platform of new Set(replies.map(({ order }) => order.network.platform))) {
    const { body } = await cluster.sandbox('GET', `/state/${platform}`)
    for (const { id, text } of body.comments as Json[]) {
      const mark = /\bno[0-9a-z]+z\b/.exec(text ?? '')?.[0]
      if (mark) oracle.get(mark)?.push({ id, text })
    }
  }
  return oracle
}

/** Holds what customers were told and what the journal says of replies against the comments that the networks hold. */
export async function judgeReplies(cluster: Cluster, replies: readonly Reply[]): Promise<ReplyVerdict> {
  const oracle = await readComments(cluster, replies)
  const rows = await readRows(cluster, 'comment.create')
  const verdict = judge({ orders: replies.map(({ order }) => order), rows, oracle })
  const responses: Record<string, number> = {}
  for (const reply of replies) {
    const { mark } = reply.order
    for (const response of reply.responses) responses[response] = (responses[response] ?? 0) + 1
    const held = oracle.get(mark) ?? []
    const missing = reply.ids.filter((id) => !held.some((comment) => comment.id === id))
    for (const id of missing) {
      const found = `the response named ${id}, there are ${held.map((comment) => comment.id).join(', ') || 'none'}`
      verdict.faults[held.length === 0 ? 'lost' : 'wrongIds'].push({ mark, found })
    }
  }
  return { ...verdict, responses }
}
