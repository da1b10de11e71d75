import { PassThrough, Readable } from 'node:stream'
import { ServiceError } from '@carillon/errors'
import { assert } from 'chai'
import { type ReadJsonOptions, readJson } from '../../src/intake/read-json.ts'
import { StagedBlob } from '../../src/intake/staged-blob.ts'
import { MemoryStore } from '../memory-store.ts'

type Limits = Partial<Omit<ReadJsonOptions, 'store'>>

function chunks(...parts: (string | Buffer)[]): Readable {
  return Readable.from(parts.map((part) => Buffer.from(part)))
}

async function rejection(parts: (string | Buffer)[], limits: Limits = {}): Promise<ServiceError> {
  const store = new MemoryStore()
  const failure = await readJson(chunks(...parts), { store, maxEncodedLength: 1e6, ...limits }).catch((error) => error)
  assert.instanceOf(failure, ServiceError)
  assert.equal(store.files.size, 0, 'files left')
  assert.equal(store.opened, 0, 'writers left')
  return failure
}

describe('readJson', () => {
  it('puts a file where the base64 text stood and keeps the rest', async () => {
    const store = new MemoryStore()
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200_000, 7)])
    const body = JSON.stringify({
      platform: 'x',
      media: [{ content_type: 'image/jpeg', base64: bytes.toString('base64') }],
    })
    const { value, staged } = await readJson(chunks(body), { store, maxEncodedLength: 1e6 })
    const [file] = staged
    assert.instanceOf(file, StagedBlob)
    assert.deepEqual(value, { platform: 'x', media: [{ content_type: 'image/jpeg', base64: file }] })
    assert.include(file, { bytes: bytes.length, encodedLength: 266_672, validBase64: true, sniffed: 'image/jpeg' })
    assert.isTrue(store.files.get(file?.id ?? '')?.equals(bytes))
  })

  it('takes 10,000 keys and 10,000 list items, and no more of either', async () => {
    const keys = (count: number) => `{"a":{${Array.from({ length: count - 1 }, (_, key) => `"${key}":1`).join(',')}}}`
    const items = (count: number) => `{"a":[${Array.from({ length: count }, () => 1).join(',')}]}`
    const lists = (count: number) => `[${Array.from({ length: count - 1 }, () => '[]').join(',')}]`
    const read = (text: string) => readJson(chunks(text), { store: new MemoryStore(), maxEncodedLength: 0 })
    assert.lengthOf(Object.keys((await read(keys(10_000))).value as { a: object }), 1)
    assert.lengthOf(((await read(items(10_000))).value as { a: unknown[] }).a, 10_000)
    for (const [text, what] of [
      [keys(10_001), 'keys'],
      [items(10_001), 'list items'],
      [lists(10_001), 'list items'],
    ] as const) {
      const { status, message } = await rejection([text])
      assert.deepEqual([status, message], [413, `The body is too large: at most 10000 ${what} are taken.`])
    }
  })

  it('stops reading a body of a million keys at the first that is too many', async () => {
    let read = 0
    async function* endless() {
      yield Buffer.from('{')
      for (; read < 1_000_000; read += 100) {
        yield Buffer.from(Array.from({ length: 100 }, (_, key) => `"${read + key}":0,`).join(''))
      }
    }
    const options = { store: new MemoryStore(), maxEncodedLength: 0 }
    const failure = await readJson(endless(), options).catch((error) => error)
    assert.instanceOf(failure, ServiceError)
    assert.isAtMost(read, 10_000)
  })

  it('leaves bodies without media alone', async () => {
    for (const text of ['{"a":[1,{"b":null}]}', '"base64"', '[]', ' 12 ', '{"base64":12}', '["base64","AAAA"]']) {
      const { value, staged } = await readJson(chunks(text), { store: new MemoryStore(), maxEncodedLength: 10 })
      assert.deepEqual(value, JSON.parse(text))
      assert.isEmpty(staged)
    }
  })

  it('takes base64 for a key like any other where no media are taken', async () => {
    const body = { metadata: { base64: 'not base64' } }
    const { value, staged } = await readJson(chunks(JSON.stringify(body)), {
      store: new MemoryStore(),
      maxEncodedLength: 0,
    })
    assert.deepEqual(value, body)
    assert.isEmpty(staged)
  })

  it('marks text that is not base64 and stores nothing for it', async () => {
    const long = 'AAAA'.repeat(5000)
    for (const text of [
      'A',
      'AA=',
      'A===',
      'AAA-',
      'AA A',
      'data:image/png;base64,AAAA',
      `${long}AA==${long}`,
      `${long}=`,
      'é',
    ]) {
      const store = new MemoryStore()
      const body = Buffer.from(JSON.stringify({ base64: text }))
      const { staged } = await readJson(chunks(body.subarray(0, 20_016), body.subarray(20_016)), {
        store,
        maxEncodedLength: 1e6,
      })
      assert.deepInclude(staged[0], { validBase64: false, bytes: 0, sha256: '' }, text.slice(-30))
      assert.equal(store.files.size, 0)
    }
  })

  it('takes padding only at the very end, wherever the chunks part', async () => {
    const head = `{"base64":"${'AAAA'.repeat(4096)}AA==`
    const { staged } = await readJson(chunks(head, `${'AAAA'.repeat(4096)}"}`), {
      store: new MemoryStore(),
      maxEncodedLength: 1e6,
    })
    assert.isFalse(staged[0]?.validBase64)
  })

  it('lets the last of duplicate keys win and removes the files of the others', async () => {
    const store = new MemoryStore()
    const body = '{"a":{"base64":"AAAA"},"a":{"base64":"BBBB","base64":"CCCC"}}'
    const { staged } = await readJson(chunks(body), { store, maxEncodedLength: 100 })
    assert.deepEqual(
      [...store.files.values()].map((file) => file.toString('base64')),
      ['CCCC'],
    )
    assert.equal(staged.length, 1)
  })

  it('is not fooled by text that looks like a stand-in', async () => {
    const body = '{"note":"n:0","base64":"AAAA","list":["n:0"],"other":{"base64":"biow"}}'
    const { value } = await readJson(chunks(body), { store: new MemoryStore(), maxEncodedLength: 100, nonce: 'n' })
    assert.nestedPropertyVal(value, 'note', 'n:0')
    assert.nestedPropertyVal(value, 'list[0]', 'n:0')
  })

  it('names the byte at which the JSON breaks, media counted', async () => {
    const body = `{"image":{"base64":"${'AAAA'.repeat(1000)}"},"text":tru}`
    const error = await rejection([body])
    assert.equal(error.status, 400)
    assert.include(error.message, `at byte ${body.indexOf('tru}')}.`)
    assert.include((await rejection(['{"é":}'])).message, 'at byte 6.')
    assert.include((await rejection([''])).message, 'it ends too early at byte 0.')
    assert.include((await rejection(['{"base64":"AAAA'])).message, 'it ends inside a string at byte 15.')
  })

  it('rejects what is broken inside a base64 text', async () => {
    const broken = [
      '"A\u0001A"',
      '"A\\xA"',
      '"\\u00g0"',
      '"A\\',
      Buffer.from('22e9aa22', 'hex'),
      Buffer.from('22c322', 'hex'),
    ]
    for (const text of broken) assert.equal((await rejection(['{"base64":', text, '}'])).status, 400)
    const splitByEscape = Buffer.from('22c35c2fa922', 'hex')
    assert.equal((await rejection(['{"base64":', splitByEscape, '}'])).status, 400)
  })

  it('rejects a byte order mark and bytes that are not UTF-8', async () => {
    assert.equal((await rejection(['\ufeff{}'])).status, 400)
    assert.include((await rejection([Buffer.from('7b22ff22', 'hex')])).message, 'UTF-8')
  })

  it('rejects nesting beyond 32 levels, in one place or another', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    await readJson(chunks(nested(32)), { store: new MemoryStore(), maxEncodedLength: 1 })
    assert.include((await rejection([nested(33)])).message, 'nested deeper than 32')
    assert.include((await rejection(['{"a":'.repeat(500_000)])).message, 'nested deeper than 32')
  })

  it('responds with 413 over each of its limits, before the rest is read', async () => {
    const rejectedEarly = async (head: string, limits: Limits) => {
      let pulled = 0
      async function* endless() {
        yield Buffer.from(head)
        for (;;) {
          pulled += 1
          yield Buffer.alloc(64 * 1024, 0x41)
        }
      }
      const store = new MemoryStore()
      const error = await readJson(endless(), { store, maxEncodedLength: 1e6, ...limits }).catch((failure) => failure)
      assert.equal(error.status, 413)
      assert.isAtMost(pulled, 17)
      assert.equal(store.files.size + store.opened, 0)
    }
    await rejectedEarly('{"base64":"', {})
    await rejectedEarly('{"text":"', {})
    await rejectedEarly('{"base64":"', { maxEncodedLength: 1e9, maxBodyBytes: 1e6 })
    const files = JSON.stringify(Array.from({ length: 4 }, () => ({ base64: 'AAAA' })))
    assert.equal((await rejection([files], { maxFiles: 3 })).status, 413)
    assert.equal((await rejection(['{"base64":"AAAAAAAA"}'], { maxEncodedLength: 7 })).status, 413)
  })

  it('says which text is too long, and for what', async () => {
    const bodies: [body: string, path: string[]][] = [
      ['{"video":{"base64":"AAAAAAAA"}}', ['video', 'base64']],
      [
        '{"a":[1,[2,"}"],{"b":","}],"thread":[{"t":1},{"images":[{"base64":"AAAA"},{"x":[],"base64":"AAAAAAAA"}]}]}',
        ['thread', '1', 'images', '1', 'base64'],
      ],
      ['{"v\\u0069deo":{"base6\\u0034":"AAAAAAAA"}}', ['video', 'base64']],
    ]
    for (const [body, path] of bodies) {
      const error = await rejection([body], { maxEncodedLength: 7 })
      assert.equal(error.status, 413)
      assert.deepEqual((error.details as { path: string[] }[])[0]?.path, path)
      assert.include(error.message, `${path.join('.')}: it is longer than the 7 characters of base64`)
    }
  })

  it('takes a value of exactly the allowed length', async () => {
    const { staged } = await readJson(chunks('{"base64":"AAAA', 'AAAA"}'), {
      store: new MemoryStore(),
      maxEncodedLength: 8,
    })
    assert.equal(staged[0]?.encodedLength, 8)
  })

  it('takes its files back when the client hangs up', async () => {
    const store = new MemoryStore()
    const source = new PassThrough()
    const reading = readJson(source, { store, maxEncodedLength: 1e6 }).catch((error) => error)
    source.write('{"a":{"base64":"AAAA"},"b":{"base64":"AAAA')
    source.destroy(new Error('hung up'))
    assert.equal((await reading).message, 'hung up')
    assert.equal(store.files.size + store.opened, 0)
  })

  it('stops at the signal and leaves the source open', async () => {
    const store = new MemoryStore()
    const source = new PassThrough()
    const stop = new AbortController()
    const reading = readJson(source, { store, maxEncodedLength: 1e6, signal: stop.signal }).catch((error) => error)
    source.write('{"a":{"base64":"AAAA')
    stop.abort(new Error('deadline'))
    assert.equal((await reading).message, 'deadline')
    assert.isFalse(source.destroyed)
    assert.equal(store.files.size + store.opened, 0)
  })

  it('leaves the source open after a rejection', async () => {
    const source = new PassThrough()
    source.write('}')
    const error = await readJson(source, { store: new MemoryStore(), maxEncodedLength: 10 }).catch((failure) => failure)
    assert.equal(error.status, 400)
    assert.isFalse(source.destroyed)
  })

  it('reserves memory for the text beside the media before it takes it, and ends if there is none', async () => {
    const sizes: number[] = []
    const text = 'x'.repeat(20_000)
    const body = JSON.stringify({ text, base64: 'AAAA'.repeat(10_000) })
    const reserve = (bytes: number) => sizes.push(bytes)
    await readJson(chunks(body), { store: new MemoryStore(), maxEncodedLength: 1e6, reserve })
    assert.isAtLeast(Math.max(...sizes), text.length)
    assert.isBelow(Math.max(...sizes), body.length)
    const full = new ServiceError('temporarily_unavailable', 'No memory.')
    const thrown = await rejection([body], {
      reserve() {
        throw full
      },
    })
    assert.equal(thrown, full)
  })

  it('slows the sender down while the store is slow', async () => {
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    const store = new MemoryStore({ beforeAppend: () => slow })
    let pulled = 0
    let stalled = () => {}
    const atLimit = new Promise<void>((resolve) => {
      stalled = resolve
    })
    async function* source() {
      yield Buffer.from('{"base64":"')
      for (; pulled < 100; pulled++) {
        // Reached once the reader waits for the store: until then all goes on within one turn of the event loop.
        setImmediate(stalled)
        yield Buffer.alloc(64 * 1024, 0x41)
      }
      yield Buffer.from('"}')
    }
    const reading = readJson(source(), { store, maxEncodedLength: 1e9 })
    await atLimit
    assert.isAtMost(pulled, 12)
    release()
    assert.equal((await reading).staged[0]?.bytes, 100 * 48 * 1024)
  })
})
