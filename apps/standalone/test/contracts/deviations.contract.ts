import { expect } from 'chai'
import { acceptedResponse, type Deviating, deviationsOf } from './deviations/generate.ts'
import type { Exchange } from './exchange.ts'
import { compareResponse } from './network-operations.ts'
import { recordedExchanges } from './tour/tour.ts'

/** How a change shows: as a deviation, or at least in the list of fields that no response had. */
function noticed({ platform, operation, before, after }: Deviating): 'named' | 'listed' | 'unnoticed' {
  const about = { platform, operation }
  const [was, is] = [compareResponse(about, before), compareResponse(about, after)]
  const known = new Set(was.drifts.map((drift) => JSON.stringify(drift)))
  if (is.drifts.some((drift) => !known.has(JSON.stringify(drift)))) return 'named'
  return is.unseen.some((field) => !was.unseen.includes(field)) ? 'listed' : 'unnoticed'
}

describe('deviations of the networks', () => {
  let exchanges: Exchange[] = []

  before(async function () {
    this.timeout(900_000)
    exchanges = await recordedExchanges()
  })

  it('are not seen where a response has other fields beside those that are read', () => {
    const renamed = exchanges.flatMap((exchange) => {
      const { platform, operation, before: response } = acceptedResponse(exchange) ?? {}
      if (!platform || !operation || !response || exchange.fault !== null) return []
      const { drifts } = compareResponse({ platform, operation }, response)
      return drifts
        .filter(({ kind }) => kind === 'renamed_field')
        .map((drift) => `${platform} ${JSON.stringify(drift)}`)
    })
    expect(renamed).to.deep.equal([])
  })

  it('are noticed, at least 95 % of those made in the recorded responses', function () {
    this.timeout(300_000)
    const all = deviationsOf(exchanges)
    const results = Map.groupBy(all, noticed)
    const count = (how: 'named' | 'listed' | 'unnoticed') => results.get(how)?.length ?? 0
    const share = (count('named') + count('listed')) / all.length
    for (const [kind, list] of Map.groupBy(all, (one) => one.kind)) {
      const named = list.filter((one) => noticed(one) === 'named').length
      console.log(`      ${kind}: ${named} of ${list.length} named`)
      // Even of a field that may be absent. Another last word may leave a name that says nothing, such as `is_info`.
      if (kind !== 'reworded') expect(named / list.length, kind).to.be.at.least(0.95)
    }
    const figures = `named ${count('named')}, only listed as unseen ${count('listed')}, of ${all.length}`
    console.log(`      deviations: ${figures}, ${(100 * share).toFixed(1)} %`)
    const missed = (results.get('unnoticed') ?? []).map(
      (one) => `${one.platform} ${one.operation} ${one.kind} ${one.field}`,
    )
    expect(all.length, 'deviations').to.be.at.least(500)
    expect(share, missed.join('\n')).to.be.at.least(0.95)
    console.log(missed.map((line) => `      unnoticed: ${line}`).join('\n'))
  })
})
