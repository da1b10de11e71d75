import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ServiceError } from '@carillon/errors'
import { faultNames, withAdverseHost } from '@carillon/testkit'
import { assert } from 'chai'
import { createS3Store } from '../../src/store/s3.ts'
import { writeStream } from '../../src/store/write-stream.ts'

const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
const id = '0198c0de-0000-7000-8000-000000000000'

describe('an S3 service that', () => {
  for (const name of faultNames(({ responds }) => !responds)) {
    it(`${name}, fails each operation with a defined error`, () =>
      withAdverseHost(name, async ({ origin: endpoint, deadlineMs: ms }) => {
        const timeouts = { connectMs: ms, silenceMs: ms, requestMs: ms }
        const store = createS3Store({
          bucket: 'media',
          region: 'eu',
          endpoint,
          credentials,
          forcePathStyle: true,
          timeouts,
        })
        const operations = {
          write: () => writeStream(store, Readable.from([Buffer.from('GIF89a')])),
          read: () => buffer(store.open(id)),
          stat: () => store.stat(id),
          remove: () => store.remove(id),
        }
        const endings = await Promise.allSettled(Object.values(operations).map((run) => run()))
        for (const [at, operation] of Object.keys(operations).entries()) {
          const failure: unknown = endings[at]?.status === 'rejected' ? endings[at].reason : undefined
          assert.instanceOf(failure, ServiceError, operation)
          assert.equal(failure.code, 'database_error', operation)
        }
      }))
  }
})
