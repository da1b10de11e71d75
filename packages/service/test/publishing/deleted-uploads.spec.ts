import { Readable } from 'node:stream'
import { expect } from 'chai'
import { deleteUpload } from '../../src/uploads/delete-upload.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { grey } from './image.ts'
import { upload } from './upload.ts'

describe('an upload that is deleted while it is used', () => {
  let harness: Harness
  let accountId: string
  beforeEach(async () => {
    harness = await startHarness({ registry: withPorts({ bluesky: { publish: new FakeNetwork().port } }) })
    accountId = (await harness.connect({ platform: 'bluesky' })).id
  })
  afterEach(() => harness.close())

  /** The same process, in whose media store the upload is deleted by another request before a call of `name`. */
  function deletingBefore(name: 'open' | 'copy', uploadId: string) {
    const { context, organizationId } = harness
    const { media } = context
    const grant = { keyId: 'key', scope: { organizationId, profileId: null }, scopes: ['*' as const] }
    const remove = () => deleteUpload(context, grant, uploadId).catch(() => {})
    async function* deleted(...call: Parameters<typeof media.open>) {
      await remove()
      yield* media.open(...call)
    }
    const own = {
      open: (...call: Parameters<typeof media.open>) => Readable.from(deleted(...call)),
      // As of a store in a bucket, whose files are read by `open`.
      localPath: () => null,
      async copy(id: string) {
        await remove()
        return media.copy(id)
      },
    }
    const uses = (key: string | symbol) => key === name || (key === 'localPath' && name === 'open')
    const changed = new Proxy(media, { get: (_target, key) => Reflect.get(uses(key) ? own : media, key) })
    return { ...context, media: changed }
  }
  const asked = (url: string) => ({
    scope: { organizationId: harness.organizationId, profileId: null },
    body: { platform: 'bluesky', accountId, text: 'Hello', images: [{ url, alt: '' }] },
  })

  it('is a problem of the post that is validated', async () => {
    const { uploadId, url } = await upload(harness, grey({ width: 30, height: 20 }))
    const { valid, problems } = bodyOf(await ask(deletingBefore('open', uploadId), 'posts.validate', asked(url)))
    expect([valid, problems.map(({ code }: { code: string }) => code)]).to.deep.equal([false, ['upload_not_found']])
  })

  it('is not found by the post that is published', async () => {
    const { uploadId, url } = await upload(harness, grey({ width: 30, height: 20 }))
    const published = ask(deletingBefore('copy', uploadId), 'posts.publish', asked(url))
    expect(await rejection(published)).to.include({ code: 'upload_not_found' })
  })
})
