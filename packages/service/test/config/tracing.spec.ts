import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ConfigError } from '../../src/config/config-error.ts'
import { readConfig } from '../../src/config/read-config.ts'

const needed = { DATABASE_URL: 'postgres://nowhere/none', ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}` }

describe('the collector of traces', () => {
  it('is none by default', () => expect(readConfig(needed).tracing).to.equal(null))

  it('is named by a URL, or by a file that contains it', () => {
    const endpoint = 'http://127.0.0.1:4318'
    const dir = mkdtempSync(join(tmpdir(), 'carillon-settings-'))
    try {
      const file = join(dir, 'endpoint')
      writeFileSync(file, `${endpoint}\n`)
      for (const env of [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, { OTEL_EXPORTER_OTLP_ENDPOINT_FILE: file }]) {
        expect(readConfig({ ...needed, ...env }).tracing).to.deep.equal({ endpoint, ratio: 0.01 })
        const own = { ...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/custom` }
        expect(readConfig({ ...needed, ...own }).tracing, 'read by the exporter').to.deep.equal({
          ...{ endpoint: undefined, ratio: 0.01 },
        })
      }
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  })

  for (const value of ['collector:4318', '127.0.0.1:4318', 'on']) {
    it(`is not "${value}"`, () =>
      expect(() => readConfig({ ...needed, OTEL_EXPORTER_OTLP_ENDPOINT: value })).to.throw(
        ConfigError,
        'OTEL_EXPORTER_OTLP_ENDPOINT',
      ))
  }
})
