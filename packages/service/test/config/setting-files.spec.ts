import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfig } from '../../src/index.ts'

describe('settings in files', () => {
  it('are read if a CR follows the path, as in an environment file with CRLF, or the value', () => {
    const dir = mkdtempSync(join(tmpdir(), 'carillon settings #1 %41?x-'))
    try {
      const path = join(dir, 'keys')
      writeFileSync(path, `\uFEFF1:${Buffer.alloc(32, 1).toString('base64')}\r\n`)
      const env = { DATABASE_URL: 'postgres://localhost/x\r', ENCRYPTION_KEYS_FILE: `${path}\r`, S3_BUCKET_FILE: '\r' }
      expect(readConfig(env)).to.deep.include({ databaseUrl: 'postgres://localhost/x' })
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })
})
