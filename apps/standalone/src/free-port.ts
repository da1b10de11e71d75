import { createServer } from 'node:net'

function probe(port: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : null))
    })
  })
}

/** The port that is wanted, or a free one when it is busy. */
export async function freePort(wanted: number): Promise<number> {
  const port = (await probe(wanted)) ?? (await probe(0))
  if (port === null) throw new Error('no free port on 127.0.0.1')
  return port
}
