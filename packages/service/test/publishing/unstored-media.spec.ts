import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import type { Grant } from '../../src/index.ts'
import { ask, rejection } from '../ask.ts'
import { hour, type Scheduling, startScheduling } from '../schedules/scheduling.ts'
import { type FileServer, serveFiles } from './file-server.ts'
import { grey } from './image.ts'
import { upload } from './upload.ts'

/** Wider than Bluesky takes, so that it is converted to another file. */
const wide = grey({ width: 2_400, height: 10 })
const small = grey({ width: 40, height: 30 })

describe('media of a post that is not stored', () => {
  let files: FileServer
  let service: Scheduling
  let spent: Pick<Grant, 'keyId' | 'budgets'>

  before(async () => {
    files = await serveFiles({ '/wide.png': wide, '/small.png': small })
  })
  after(() => files.close())
  beforeEach(async () => {
    service = await startScheduling(undefined, {}, { MEDIA_ALLOWED_ORIGINS: files.origin })
    spent = await service.keyOf({ publishesPerDay: 0 })
  })
  afterEach(() => service.close())

  const stored = () => readdir(join(service.harness.dir, 'media')).catch((): string[] => [])
  const scope = () => ({ organizationId: service.harness.organizationId, profileId: null })
  const fetched = (...names: string[]) => ({ images: names.map((name) => ({ url: `${files.origin}/${name}.png` })) })
  const post = (more: object) => ({ platform: 'bluesky', accountId: service.account.id, text: 'look', ...more })

  it('are deleted with the copy of an upload, which stays, when the budget of the key is used up', async () => {
    const { url } = await upload(service.harness, small)
    const images = [{ url }]
    const before = await stored()
    const publish = ask(service.harness.context, 'posts.publish', {
      scope: scope(),
      grant: spent,
      body: post({ images }),
    })
    expect(await rejection(publish)).to.include({ code: 'budget_exhausted' })
    expect(await stored()).to.deep.equal(before)
  })

  it('are deleted when a schedule exceeds the budget, fetched and converted ones', async () => {
    const schedule = service.create(hour, { post: post(fetched('wide', 'small')) }, { grant: spent })
    expect(await rejection(schedule)).to.include({ code: 'budget_exhausted' })
    expect(await stored()).to.deep.equal([])
  })

  it('are deleted when the network would reject the schedule', async () => {
    service.network.port.validate = async () => {
      throw new ServiceError('provider_rejected', 'The account may not publish.')
    }
    const schedule = service.create(hour, { post: post(fetched('wide', 'small')) })
    expect(await rejection(schedule)).to.include({ code: 'provider_rejected' })
    expect(await stored()).to.deep.equal([])
  })

  it('are deleted when a schedule is not changed, and those of the schedule stay', async () => {
    const { scheduleId } = await service.create(hour, { post: post(fetched('small')) })
    const before = await stored()
    const change = service.ask('schedules.update', {
      params: { scheduleId },
      grant: spent,
      body: { post: post(fetched('wide')) },
    })
    expect(await rejection(change)).to.include({ code: 'budget_exhausted' })
    expect(await stored()).to.deep.equal(before)
  })
})
