// Opens all descriptors that this process may have, then asks for an image, and prints the code of the error.
import { openSync } from 'node:fs'
import { createImagePool } from '../../../src/image/image-pool.ts'

const pool = createImagePool()
try {
  for (;;) openSync('/dev/null', 'r')
} catch {
  const error = await pool
    .run({ kind: 'header', source: '' }, { pixels: 1, bytes: 1, owner: 'one' })
    .catch((thrown: unknown) => thrown)
  console.log(error instanceof Error && 'code' in error ? error.code : String(error))
}
