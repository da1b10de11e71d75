import { ServiceError } from '@carillon/errors'
import { OutboundError } from '@carillon/outbound'
import { assert } from 'chai'
import { type FetchedResponse, type FetchMediaOptions, fetchMedia } from '../../src/intake/url.ts'
import { MemoryStore } from '../memory-store.ts'

const url = 'https://media.example/video'

interface Served {
  status?: number
  length?: string
  chunks?: Buffer[]
  breaks?: Error
}

function serving({ status = 200, length, chunks = [], breaks }: Served) {
  const seen = { closed: false, sent: 0 }
  async function* body() {
    try {
      for (const chunk of chunks) {
        seen.sent += 1
        yield chunk
      }
      if (breaks) throw breaks
    } finally {
      seen.closed = true
    }
  }
  const headers = { get: (name: string) => (name === 'content-length' ? (length ?? null) : 'text/html') }
  return { seen, fetch: async () => ({ status, headers, body: body() }) }
}

function run(options: Partial<FetchMediaOptions>) {
  const store = new MemoryStore()
  const { signal } = new AbortController()
  const item = { code: 'invalid_video', item: 'video' } as const
  const fetch = async () => assert.fail()
  return {
    store,
    result: fetchMedia({ url, fetch, store, maxBytes: 100, signal, random: () => 0, ...item, ...options }),
  }
}

async function rejection(options: Partial<FetchMediaOptions>): Promise<ServiceError> {
  const { store, result } = run(options)
  const failure = await result.catch((error: unknown) => error)
  assert.equal(store.files.size + store.opened, 0)
  assert.instanceOf(failure, ServiceError)
  return failure
}

describe('fetching media by URL', () => {
  it('streams it into the store and goes by its bytes', async () => {
    const { store, result } = run({
      fetch: serving({ chunks: [Buffer.from('GIF8'), Buffer.from('9a-pixels')] }).fetch,
    })
    const staged = await result
    assert.deepInclude(staged, { bytes: 13, encodedLength: 20, sniffed: 'image/gif', validBase64: true })
    assert.equal(store.files.get(staged.id)?.toString(), 'GIF89a-pixels')
  })

  it('leaves no connection open where the store has no space for it', async () => {
    const store = new MemoryStore()
    const full = new ServiceError('database_error')
    store.reserve = async () => {
      throw full
    }
    let isClosed = false
    const close = async () => {
      isClosed = true
      return { done: true, value: undefined } as const
    }
    const body = { [Symbol.asyncIterator]: () => ({ next: close, return: close }) }
    const { result } = run({ store, fetch: async () => ({ ...(await serving({}).fetch()), body }) })
    assert.equal(await result.catch((error: unknown) => error), full)
    assert.isTrue(isClosed)
  })

  it('tells a server that does not have it', async () => {
    const { fetch } = serving({ status: 404 })
    const error = await rejection({ fetch })
    assert.equal(error.code, 'invalid_video')
    assert.equal(error.message, 'video: cannot be fetched: its URL responds with status 404, not 200.')
  })

  it('accepts no redirect, no part and no empty response as the file', async () => {
    for (const status of [204, 206, 301, 500])
      assert.include((await rejection({ fetch: serving({ status }).fetch })).message, `${status}`)
  })

  it('rejects an announced length over the limit without reading', async () => {
    const { fetch, seen } = serving({ length: '101', chunks: [Buffer.from('x')] })
    assert.include((await rejection({ fetch })).message, 'is 101 bytes large, at most 100 bytes are taken')
    assert.equal(seen.sent, 0)
  })

  it('lets go of a body it does not read', async () => {
    for (const [status, length] of [
      [404, '1'],
      [200, '101'],
    ] as const) {
      let dropped = 0
      const iterator = {
        next: () => assert.fail('read'),
        return: async () => {
          dropped += 1
          return { done: true as const, value: undefined }
        },
      }
      const headers = { get: () => length }
      await rejection({ fetch: async () => ({ status, headers, body: { [Symbol.asyncIterator]: () => iterator } }) })
      assert.equal(dropped, 1)
    }
  })

  it('counts what arrives, whatever was announced', async () => {
    const { fetch, seen } = serving({ length: '5', chunks: Array.from({ length: 50 }, () => Buffer.alloc(40)) })
    assert.include((await rejection({ fetch })).message, 'more than 100 bytes')
    assert.equal(seen.sent, 3)
    assert.isTrue(seen.closed)
  })

  it('tells a length over the limit by the fetch function’s word, too', async () => {
    const breaks = new OutboundError('too_large', true, 'the response is larger')
    const { fetch } = serving({ chunks: [Buffer.from('x')], breaks })
    assert.include((await rejection({ fetch })).message, 'more than 100 bytes, at most 100 bytes are taken')
  })

  it('tells a connection that fails or breaks off, without the other side’s words', async () => {
    const secret = new Error('connect ECONNREFUSED 10.0.0.7:443')
    assert.equal((await rejection({ fetch: () => Promise.reject(secret) })).cause instanceof Error, true)
    for (const fetch of [() => Promise.reject(secret), serving({ chunks: [Buffer.from('x')], breaks: secret }).fetch]) {
      const error = await rejection({ fetch })
      assert.equal(error.code, 'invalid_video')
      assert.notInclude(error.message, '10.0.0.7')
    }
  })

  it('tells what to do where the caller can do something', async () => {
    const advice = {
      rejected_address: 'give an https URL of a public host',
      bad_redirect: 'give the URL of the file itself',
      timeout: 'does not respond in time',
      network: 'check that the URL is public and responds',
    } as const
    for (const [kind, words] of Object.entries(advice)) {
      const thrown = new OutboundError(kind as keyof typeof advice, false, 'the name leads to 10.0.0.7')
      const { message } = await rejection({ fetch: () => Promise.reject(thrown) })
      assert.include(message, words)
      assert.notInclude(message, '10.0.0.7')
    }
  })

  it('does not find fault with the URL if this machine opens no connection', async () => {
    const thrown = new OutboundError('network', false, 'no connection could be opened (EMFILE)', { isLocal: true })
    const error = await rejection({ fetch: () => Promise.reject(thrown) })
    assert.deepInclude(error, { code: 'temporarily_unavailable', status: 503, retryAfter: 5 })
  })

  it('asks again, twice, where it may go better, and keeps nothing of what broke off', async () => {
    const lost = new OutboundError('network', true, 'the connection failed')
    const whole: Served = { chunks: [Buffer.from('GIF89a-pixels')] }
    const passing: (() => Promise<FetchedResponse>)[] = [
      () => Promise.reject(lost),
      serving({ chunks: [Buffer.from('GIF8')], breaks: lost }).fetch,
      serving({ status: 503 }).fetch,
    ]
    for (const fails of passing) {
      let asked = 0
      const { store, result } = run({ fetch: () => (++asked < 3 ? fails() : serving(whole).fetch()) })
      const { id } = await result
      assert.deepEqual([...store.files.keys()], [id])
      assert.equal(store.opened, 0)
      asked = 0
      await rejection({
        fetch: () => {
          asked += 1
          return fails()
        },
      })
      assert.equal(asked, 3)
    }
  })

  it('asks once where asking again would bring the same', async () => {
    const lasting: (() => Promise<FetchedResponse>)[] = [
      serving({ status: 404 }).fetch,
      serving({ length: '101' }).fetch,
      () => Promise.reject(new OutboundError('rejected_address', false, 'private')),
      () => Promise.reject(new OutboundError('timeout', true, 'slow')),
    ]
    for (const fails of lasting) {
      let asked = 0
      await rejection({
        fetch: () => {
          asked += 1
          return fails()
        },
      })
      assert.equal(asked, 1)
    }
  })

  it('lets the guard’s own rejection pass', async () => {
    const rejected = new ServiceError('invalid_request', 'the URL is not public')
    assert.equal(await rejection({ fetch: () => Promise.reject(rejected) }), rejected)
  })

  it('stops at the signal', async () => {
    const stop = new AbortController()
    const never = async function* () {
      yield Buffer.from('x')
      stop.abort(new Error('deadline'))
      await new Promise(() => {})
    }
    const fetch = async () => ({ status: 200, headers: { get: () => null }, body: never() })
    const { store, result } = run({ fetch, signal: stop.signal })
    assert.equal((await result.catch((error: Error) => error.message)) as unknown, 'deadline')
    assert.equal(store.files.size + store.opened, 0)
  })

  describe('with limits by what the file is', () => {
    const wide = { maxBytes: 1000, maxMs: 1e8, responseMs: 1e8, pace: { bytes: 1, everyMs: 1e8 } }
    const gif = Buffer.from('GIF89a')
    /** Sends something and then nothing any more. */
    const silent = async () => {
      async function* body() {
        yield gif
        await new Promise(() => {})
      }
      return { status: 200, headers: { get: () => null }, body: body() }
    }

    it('lets go of a body it does not read', async () => {
      const closed: boolean[] = []
      const body = { [Symbol.asyncIterator]: () => ({ next: assert.fail, return: async () => closed.push(true) }) }
      const respond = async () => ({ status: 404, headers: { get: () => null }, body }) as never
      await rejection({ fetch: respond, limits: () => wide })
      assert.deepEqual(closed, [true])
    })

    it('takes more of a video than of an image', async () => {
      const limits = (type: string | null) => ({ ...wide, maxBytes: type === 'image/gif' ? 10 : 1000 })
      const image = { fetch: serving({ chunks: [gif, Buffer.alloc(20)] }).fetch, limits, maxBytes: 1000 }
      assert.include((await rejection(image)).message, 'more than 10 bytes')
      const other = run({ fetch: serving({ chunks: [Buffer.alloc(26)] }).fetch, limits, maxBytes: 1000 })
      assert.equal((await other.result).bytes, 26)
    })

    it('gives up one that arrives too slowly, without asking again', async () => {
      let asked = 0
      const fetch = () => {
        asked += 1
        return silent()
      }
      const limits = () => ({ ...wide, pace: { bytes: 100, everyMs: 10 } })
      assert.match((await rejection({ fetch, limits })).message, /arrives too slowly.*at least 100 are expected/)
      assert.equal(asked, 1)
    })

    describe('while the media store is slow', () => {
      /** Resolves after as many windows as would end a download. */
      const windows = async () => {
        for (let count = 0; count < 5; count++) await new Promise((done) => setTimeout(done, 10))
      }

      it('does not take the host for a slow one', async () => {
        const store = new MemoryStore({ beforeAppend: windows })
        const chunks = [gif, Buffer.alloc(300_000), Buffer.alloc(300_000), Buffer.alloc(300_000)]
        const limits = () => ({ ...wide, maxBytes: 1e8, pace: { bytes: 100, everyMs: 10 } })
        const { result } = run({ fetch: serving({ chunks }).fetch, limits, store, maxBytes: 1e8 })
        assert.equal((await result).bytes, 900_006)
      })

      it('does not name the host when the time is over', async () => {
        const store = new MemoryStore({ beforeAppend: windows })
        const limits = () => ({ ...wide, maxBytes: 1e8, maxMs: 10 })
        const fetch = serving({ chunks: [Buffer.alloc(300_000), Buffer.alloc(300_000)] }).fetch
        const failure = await run({ fetch, limits, store, maxBytes: 1e8 }).result.catch((error: unknown) => error)
        assert.instanceOf(failure, ServiceError)
        assert.deepInclude(failure, { code: 'temporarily_unavailable', retryAfter: 1 })
      })
    })

    it('gives up one that takes too long in all, attempts included', async () => {
      const limits = () => ({ ...wide, maxMs: 10 })
      assert.include((await rejection({ fetch: silent, limits })).message, 'cannot be fetched within 0.01 seconds')
      const failing = serving({ status: 503 }).fetch
      const message = (await rejection({ fetch: failing, limits, random: () => 1 })).message
      assert.match(message, /within 0.01 seconds|answers with status 503/)
    })

    it('gives an image the time of an image once its first bytes say what it is', async () => {
      const limits = (type: string | null) => ({ ...wide, maxMs: type === null ? 1e8 : 10 })
      assert.include((await rejection({ fetch: silent, limits })).message, 'within 0.01 seconds')
    })
  })
})
