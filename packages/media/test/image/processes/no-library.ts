import { failNextImport } from '@carillon/testkit'
import { doImageWork } from '../../../src/image/work.ts'

// Works on one image twice, the first time without the library, and prints what comes of it.
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const source = Buffer.from(pixel, 'base64')
failNextImport('sharp')
for (const time of ['first', 'second']) {
  const outcome = await doImageWork({ kind: 'header', source }).then(
    (result) => (result && 'format' in result ? result.format : result),
    (error: Error) => error.message,
  )
  console.log(`${time}: ${outcome}`)
}
