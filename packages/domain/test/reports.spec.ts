import { expect } from 'chai'
import fc from 'fast-check'
import { platformsWith, type ReportCapability, reports, resolveReportQuery } from '../src/index.ts'

const capabilities: ReportCapability[] = [
  'analytics.account-insights',
  'analytics.account-analytics',
  'analytics.page-metrics',
  'analytics.channel-insights',
  'analytics.video-insights',
]

/** Every report as the matrix has it. */
const cells = capabilities.flatMap((capability) =>
  platformsWith(capability).map((platform) => ({ capability, platform, id: `${platform}.${capability.slice(10)}` })),
)

describe('reports', () => {
  it('are those of the matrix', () => {
    expect(Object.keys(reports).toSorted()).to.deep.equal(cells.map(({ id }) => id).toSorted())
  })

  it('have closed responses in which every field is always there', () => {
    const open: string[] = []
    const look = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      if ('properties' in schema && 'required' in schema) {
        const names = Object.keys(schema.properties as object)
        if (JSON.stringify(names) !== JSON.stringify(schema.required)) open.push(path)
        if (!('additionalProperties' in schema) || schema.additionalProperties !== false) open.push(path)
      }
      for (const [name, part] of Object.entries(schema)) look(part, `${path}/${name}`)
    }
    for (const [id, response] of Object.entries(reports)) look(response, id)
    expect(open).to.deep.equal([])
  })

  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

  for (const { capability, platform, id } of cells) {
    it(`${id}: the default days pass its own rules, at any moment`, () => {
      fc.assert(
        fc.property(moments, (now) => {
          const { window } = resolveReportQuery({}, { capability, platform, now })
          const sent = resolveReportQuery({ ...window }, { capability, platform, now })
          expect(sent.window).to.deep.equal(window)
          if (window) expect(window.endDate < now.toISOString().slice(0, 10)).to.equal(true)
        }),
      )
    })
  }

  const now = new Date('2026-11-20T00:00:00.000Z')
  const defaults = {
    'tiktok.account-insights': { startDate: '2026-10-23', endDate: '2026-11-19' },
    'youtube.channel-insights': { startDate: '2026-10-21', endDate: '2026-11-17' },
    'youtube.video-insights': { startDate: '2026-10-21', endDate: '2026-11-17' },
  }
  for (const { capability, platform, id } of cells) {
    it(`${id}: has ${id in defaults ? '28 days by default' : 'no days to choose'}`, () => {
      const { window } = resolveReportQuery({}, { capability, platform, now })
      expect(window).to.deep.equal(Object.entries(defaults).find(([name]) => name === id)?.[1] ?? null)
    })
  }

  it('take as many different ids as their cell says', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join(',')
    for (const [platform, max] of [
      ['tiktok', 20],
      ['youtube', 50],
    ] as const) {
      const about = { capability: 'analytics.video-insights', platform, now } as const
      const { videoIds } = resolveReportQuery({ videoIds: `${ids(max)},v0,v1` }, about)
      expect(videoIds).to.have.length(max)
      expect(() => resolveReportQuery({ videoIds: ids(max + 1) }, about))
        .to.throw(`${max + 1} ids`)
        .with.property('code', 'invalid_request')
    }
  })
})
