import { tmpdir } from 'node:os'
import { assert } from 'chai'
import { syncDirectory } from '../../src/store/sync-directory.ts'

describe('flushing a directory to disk', () => {
  const outcome = (code: string) =>
    syncDirectory(tmpdir(), () => Promise.reject(Object.assign(new Error(code), { code }))).then(
      () => 'flushed',
      (error: Error) => error.message,
    )

  it('is left to file systems that do not flush directories, and fails for any other reason', async () => {
    const outcomes = await Promise.all(['EINVAL', 'ENOTSUP', 'EBADF', 'EIO', 'ENOSPC'].map(outcome))
    assert.deepEqual(outcomes, ['flushed', 'flushed', 'flushed', 'EIO', 'ENOSPC'])
  })
})
