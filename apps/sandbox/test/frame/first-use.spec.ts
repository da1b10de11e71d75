import { expect } from 'chai'
import { onFirstUse, StartError } from '../../src/first-use.ts'

describe('what starts with its first use', () => {
  /** A server whose starts wait to be finished or failed by the test. */
  function makeServer() {
    const starts: PromiseWithResolvers<{ close(): Promise<void> }>[] = []
    const closed: number[] = []
    const server = onFirstUse('The server', () => {
      const start = Promise.withResolvers<{ close(): Promise<void> }>()
      starts.push(start)
      return start.promise
    })
    const finish = (place: number) =>
      starts[place]?.resolve({
        close: async () => {
          closed.push(place)
        },
      })
    return { server, starts, closed, finish }
  }
  const rejection = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('starts once for all that need it at the same time and later', async () => {
    const { server, starts, finish } = makeServer()
    expect(starts).to.have.length(0)
    const waiting = [server.get(), server.get(), server.get()]
    finish(0)
    const got = await Promise.all([...waiting, server.get()])
    expect(new Set(got).size).to.equal(1)
    expect(starts).to.have.length(1)
  })

  it('says why it cannot start, and tries again with the next use', async () => {
    const { server, starts, finish } = makeServer()
    const waiting = [server.get(), server.get()].map(rejection)
    starts[0]?.reject(new Error('the disk is full'))
    for (const error of await Promise.all(waiting)) {
      expect(error).to.be.instanceOf(StartError).with.property('message').that.includes('the disk is full')
    }
    const again = server.get()
    finish(1)
    await again
    expect(starts).to.have.length(2)
  })

  it('is closed when it has started, and starts no more', async () => {
    const { server, starts, closed, finish } = makeServer()
    const got = server.get()
    finish(0)
    await got
    await server.close()
    expect(closed).to.deep.equal([0])
    expect(await rejection(server.get())).to.be.instanceOf(StartError)
    expect(starts).to.have.length(1)
  })

  it('is closed after a start that is in progress', async () => {
    const { server, closed, finish } = makeServer()
    const got = server.get()
    const closing = server.close()
    expect(closed).to.deep.equal([])
    finish(0)
    await Promise.all([got, closing])
    expect(closed).to.deep.equal([0])
  })

  it('has nothing to close before its first use and after a start that failed', async () => {
    await makeServer().server.close()
    const { server, starts, closed } = makeServer()
    const got = rejection(server.get())
    const closing = server.close()
    starts[0]?.reject(new Error('no'))
    await Promise.all([got, closing])
    expect(closed).to.deep.equal([])
  })
})
