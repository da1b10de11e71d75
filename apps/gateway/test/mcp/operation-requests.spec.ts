import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { operationRequests } from '../../src/mcp/operation-requests.ts'
import { beginState } from '../../src/request-state.ts'

describe('a request of an MCP tool to an operation', () => {
  const lost = new Error('socket hang up')
  const ended = new AbortController()
  ended.abort(new Error('The client has left.'))

  async function failureOf(operation: 'profiles.list' | 'comments.create' | 'posts.validate'): Promise<unknown> {
    const signals: unknown[] = []
    const req = new IncomingMessage(new Socket())
    beginState(req, new Date())
    const call = operationRequests(req, {
      send({ signal }) {
        signals.push(signal)
        return Promise.reject(lost)
      },
      signal: ended.signal,
    })
    const error = await call({ operation }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    return { error, isAborted: signals[0] === ended.signal }
  }

  it('is said to have ended early if it was aborted, as those are that only read', async () => {
    for (const operation of ['profiles.list', 'posts.validate'] as const) {
      const { error, isAborted } = Object(await failureOf(operation))
      expect([isAborted, error instanceof ServiceError, error.code], operation).to.deep.equal([
        true,
        true,
        'invalid_request',
      ])
    }
  })

  it('fails with its own error if it was not aborted, also if the client has left meanwhile', async () => {
    expect(await failureOf('comments.create')).to.deep.equal({ error: lost, isAborted: false })
  })
})
