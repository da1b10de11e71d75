import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { runWrite } from '../../src/journal/run-write.ts'
import { minute, type Scheduling, startScheduling } from './scheduling.ts'

describe('a schedule that is due while its network is not available', () => {
  let own: Scheduling
  beforeEach(async () => {
    own = await startScheduling()
  })
  afterEach(() => own.close())

  /** Lets the uploads of the network fail so many times. */
  function failUploads(times: number, retryAfter: number): void {
    const { upload } = own.network
    own.network.upload = async () => {
      if (times-- > 0) throw new ProviderError('temporarily_unavailable', undefined, 'indeterminate', { retryAfter })
      await upload()
    }
  }
  async function taken() {
    const { scheduleId } = await own.create(10 * minute)
    own.clock.at += 10 * minute
    await own.take()
    return own.get(scheduleId)
  }

  it('is published when the network is back, as nobody waits for a response', async () => {
    failUploads(2, 60)
    const schedule = await taken()
    for (let turn = 0; turn < 2; turn++) {
      expect(await own.run(schedule)).to.include({ status: 'processing', stepRetries: turn + 1 })
      own.clock.at += minute
    }
    expect(await own.run(schedule)).to.include({ status: 'succeeded' })
  })

  it('is published later if the network limits the call itself', async () => {
    own.network.moods = ['throttle', 'throttle']
    const schedule = await taken()
    for (let turn = 0; turn < 2; turn++) {
      expect(await own.run(schedule)).to.include({ status: 'processing', openStep: null })
      own.clock.at += minute
    }
    expect(await own.run(schedule)).to.include({ status: 'succeeded' })
    expect(own.network.posts).to.have.length(1)
  })

  it('is held if it is late then', async () => {
    own.network.moods = ['throttle']
    const schedule = await taken()
    await own.run(schedule)
    own.clock.at += 61 * minute
    await runWrite(own.harness.context, { writeId: String(schedule.publishId), signal: new AbortController().signal })
    expect(await own.get(schedule.scheduleId)).to.include({ status: 'held', publishId: null })
    expect(own.network.posts).to.have.length(0)
  })

  it('fails when the network stays away, or says that it will for long', async () => {
    failUploads(5, 60)
    const schedule = await taken()
    for (let turn = 0; turn < 4; turn++) {
      expect(await own.run(schedule)).to.include({ status: 'processing' })
      own.clock.at += minute
    }
    const { status, error } = await own.run(schedule)
    expect([status, error?.code]).to.deep.equal(['failed', 'temporarily_unavailable'])
    failUploads(1, 86_400)
    expect(await own.run(await taken())).to.include({ status: 'failed' })
  })
})
