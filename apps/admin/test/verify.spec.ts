import type { VerificationReport } from '@carillon/service'
import { expect } from 'chai'
import { markdownOf } from '../src/verification-markdown.ts'

const report: VerificationReport = {
  ok: false,
  version: '0.1.0',
  verifiedAt: '2026-11-22T10:00:00.000Z',
  platform: 'facebook',
  authMethod: null,
  scopes: ['pages_show_list'],
  missingScopes: [],
  deviations: [{ operation: 'posts.list', kind: 'unknown_value', field: 'data[].status', value: 'NEW' }],
  checks: [
    { check: 'list posts', outcome: 'done' },
    { check: 'read ads', outcome: 'skipped', reason: 'ads_permission_required' },
  ],
  operations: [
    { operation: 'posts.list', method: 'GET', calls: 2, compared: true, statuses: [200], unseen: ['data[].story?'] },
  ],
}

describe('the report of verify as Markdown', () => {
  it('names deviations, checks and calls', () => {
    const text = markdownOf(report)
    expect(text).to.include('# facebook: deviations or failures')
    expect(text).to.include('| `posts.list` | unknown_value | `data[].status` | NEW |')
    expect(text).to.include('| read ads | skipped | ads_permission_required |')
    expect(text).to.include('| `posts.list` | GET | 2 | 200 | `data[].story?` |')
  })

  it('says where there is nothing to report', () => {
    const text = markdownOf({ ...report, ok: true, deviations: [], authMethod: 'instagram_login' })
    expect(text).to.include('# facebook (instagram_login): as documented')
    expect(text).to.match(/## Deviations\n\nNone\./)
  })
})
