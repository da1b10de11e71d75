import { ApiError, type ErrorCode, UnexpectedResponseError } from '@carillon/client'
import { expect } from 'chai'
import { type FileUpload, startUpload, type UploadState } from '../../app/uploads/file-upload.ts'
import type { TusClient } from '../../app/uploads/tus-client.ts'

const MiB = 1024 ** 2

const rejection = (code: ErrorCode, status: number, retryAfterSeconds: number | null = null) =>
  new ApiError({ code, message: code, details: undefined }, { status, requestId: null, retryAfterSeconds })

/** A service that keeps what arrives, and fails the next calls as told. */
class Service implements Omit<TusClient, 'createFrom'> {
  received: Blob[] = []
  calls: string[] = []
  failures: (Error | null)[] = []
  removed: string[] = []
  /** Called before each piece is taken. */
  beforePiece: () => void = () => {}

  #next(call: string): void {
    this.calls.push(call)
    const failure = this.failures.shift()
    if (failure) throw failure
  }
  get size(): number {
    return this.received.reduce((sum, { size }) => sum + size, 0)
  }
  async create() {
    this.#next('create')
    return 'id'
  }
  async offset() {
    this.#next('offset')
    return this.size
  }
  async append(_id: string, { offset, bytes }: { offset: number; bytes: Blob }, signal: AbortSignal) {
    this.beforePiece()
    signal.throwIfAborted()
    this.#next(`append ${offset}`)
    if (offset !== this.size) throw rejection('upload_offset_mismatch', 409)
    this.received.push(bytes)
    return this.size
  }
  async remove(id: string) {
    this.removed.push(id)
  }
}

describe('the upload of a file', () => {
  const bytes = new Uint8Array(5 * MiB).map((_, at) => at % 251)
  const file = new File([bytes], 'clip.mp4', { type: 'video/mp4' })
  let service: Service
  let waits: number[]
  beforeEach(() => {
    service = new Service()
    waits = []
  })

  const start = (more: { now?: () => number } = {}) =>
    startUpload(file, {
      ...more,
      tus: service,
      wait: async (ms) => {
        waits.push(ms)
      },
      clock: () => 0,
    })

  function until(upload: FileUpload, status: UploadState['status']): Promise<UploadState> {
    return new Promise((resolve) => {
      const look = () => {
        if (upload.state.status === status) resolve(upload.state)
      }
      upload.subscribe(look)
      look()
    })
  }

  it('sends every byte once, in pieces that grow while they are quick', async () => {
    const upload = start()
    expect(await upload.created()).to.equal('id')
    expect(await until(upload, 'complete')).to.include({ sent: 5 * MiB, bytes: 5 * MiB, uploadId: 'id' })
    expect(service.received.map(({ size }) => size / MiB)).to.deep.equal([1, 2, 2])
    expect(Buffer.from(await new Blob(service.received).arrayBuffer()).equals(bytes)).to.equal(true)
    expect(service.calls).not.to.include('offset')
  })

  it('goes on where it was after lost connections and busy times', async () => {
    service.failures = [null, null, new TypeError('Failed to fetch'), rejection('rate_limited', 429, 3), null]
    const upload = start()
    await until(upload, 'complete')
    expect(waits).to.deep.equal([500, 3_000])
    expect(Buffer.from(await new Blob(service.received).arrayBuffer()).equals(bytes)).to.equal(true)
    expect(service.calls.filter((call) => call === 'create')).to.have.length(1)
  })

  it('reads from the service where to go on, when a piece arrived whose response was lost', async () => {
    let isLost = true
    const append = service.append.bind(service)
    service.append = async (...args) => {
      const offset = await append(...args)
      if (!isLost) return offset
      isLost = false
      throw new TypeError('Failed to fetch')
    }
    await until(start(), 'complete')
    expect(Buffer.from(await new Blob(service.received).arrayBuffer()).equals(bytes)).to.equal(true)
  })

  it('ends when the file was changed or deleted on the disk', async () => {
    const changed = new File([bytes], 'clip.mp4', { type: 'video/mp4' })
    changed.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('not readable')) })
    service.failures = [null, new TypeError('Failed to fetch')]
    const upload = startUpload(changed, { tus: service, wait: async () => {}, clock: () => 0 })
    const { error } = await until(upload, 'failed')
    expect(error).to.be.instanceOf(Error).with.property('message').that.contains('choose it again')
  })

  it('stands while it is paused', async () => {
    let upload: FileUpload | undefined
    service.beforePiece = () => {
      if (service.size >= MiB) upload?.pause()
    }
    upload = start()
    expect(await until(upload, 'paused')).to.include({ sent: MiB })
    service.beforePiece = () => {}
    upload.resume()
    await until(upload, 'complete')
    expect(service.size).to.equal(5 * MiB)
  })

  it('fails with what the service says, and can be tried again', async () => {
    service.failures = [rejection('upload_quota_exceeded', 413)]
    const upload = start()
    const { error } = await until(upload, 'failed')
    expect(error).to.include({ code: 'upload_quota_exceeded' })
    const created = await upload.created().catch((thrown: unknown) => thrown)
    expect(created).to.equal(error)
    upload.resume()
    await until(upload, 'complete')
    expect(await upload.created()).to.equal('id')
  })

  it('fails if something before the service redirects it, and continues where it was once a user retries', async () => {
    const redirect = new UnexpectedResponseError({ status: 0, requestId: null, body: '' })
    service.failures = [null, null, redirect]
    const upload = start()
    expect(await until(upload, 'failed')).to.include({ error: redirect, uploadId: 'id', sent: MiB })
    upload.resume()
    await until(upload, 'complete')
    expect(service.size).to.equal(5 * MiB)
    expect(service.calls.filter((call) => call === 'create')).to.have.length(1)
  })

  it('is created again when it has expired', async () => {
    service.failures = [null, null, new TypeError('Failed to fetch'), rejection('upload_not_found', 404)]
    const upload = start()
    await until(upload, 'failed')
    service.received = []
    upload.resume()
    await until(upload, 'complete')
    expect(service.calls.filter((call) => call === 'create')).to.have.length(2)
  })

  it('does not give the id of an upload that has expired', async () => {
    let uploads = 0
    service.create = async () => `id ${++uploads}`
    service.failures = [null, rejection('upload_not_found', 404)]
    const upload = start()
    expect(await upload.created()).to.equal('id 1')
    const { error } = await until(upload, 'failed')
    expect(await upload.created().catch((thrown: unknown) => thrown)).to.equal(error)
    service.received = []
    upload.resume()
    expect(await upload.created()).to.equal('id 2')
  })

  it('is sent again when it has expired after it was complete', async () => {
    let [uploads, time] = [0, 0]
    service.create = async () => `id ${++uploads}`
    const upload = start({ now: () => time })
    await until(upload, 'complete')
    time = 3_500_000
    expect(await upload.created()).to.equal('id 1')
    expect(service.calls).not.to.include('offset')
    time = 25 * 3_600_000
    expect(await Promise.all([upload.created(), upload.created()])).to.deep.equal(['id 1', 'id 1'])
    expect(service.calls.filter((call) => call === 'offset')).to.have.length(1)
    time *= 2
    service.received = []
    service.failures = [rejection('upload_not_found', 404)]
    expect(await Promise.all([upload.created(), upload.created()])).to.deep.equal(['id 2', 'id 2'])
    expect(await until(upload, 'complete')).to.include({ sent: 5 * MiB, uploadId: 'id 2' })
    expect(service.size).to.equal(5 * MiB)
  })

  it('waits for the id of the upload that is being tried again', async () => {
    service.failures = [rejection('upload_quota_exceeded', 413)]
    const upload = start()
    await until(upload, 'failed')
    upload.resume()
    expect(await upload.created()).to.equal('id')
  })

  it('deletes what has arrived when it is discarded', async () => {
    const upload = start()
    await until(upload, 'complete')
    upload.discard()
    expect(service.removed).to.deep.equal(['id'])
  })
})
