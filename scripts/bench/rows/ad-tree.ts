import { forgetPeak, peakMemory, residentMemory } from '../machine.ts'
import { figureOf, type Row } from '../measure.ts'

const rounds = 5
/** Of 200 campaigns, 1,000 ad sets and 5,000 ads, 200 a page. */
const fewestPages = 1 + 5 + 25
const credentials = { userId: '122', userToken: 'bench' }

interface Tree {
  complete: boolean
  campaigns: { adSets: { ads: unknown[] }[] }[]
}

export const adTree: Row = {
  id: 'ad-tree',
  about: 'a tree of 200 campaigns, 1,000 ad sets and 5,000 ads: its calls, how long anybody else waits, and the memory',
  bars: [
    { figure: 'calls', unit: '', atLeast: fewestPages, atMost: fewestPages },
    { figure: 'ads', unit: '', atLeast: 5000, atMost: 5000 },
    { figure: 'longest stall', unit: 'ms', atMost: 50 },
    { figure: 'gateway, peak', unit: 'MiB', atMost: 150 },
    { figure: 'above its rest', unit: 'MiB' },
    { figure: 'tree', unit: 'ms' },
  ],
  async run(installation) {
    const network = await installation.start('ads-network')
    const gateway = await installation.start('gateway', { FACEBOOK_HOST_GRAPH: String(network.ready['url']) })
    await installation.emptyProfile()
    const accountId = await installation.connect('facebook', { scopes: ['ads_read'], credentials })
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${installation.apiKey}` }
      const response = await fetch(`${gateway.ready['url']}/api/v1/ads/${path}accountId=${accountId}`, { headers })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${path} responded ${response.status}: ${text.slice(0, 500)}`)
      return JSON.parse(text)
    }
    await get('accounts?')
    const none = (): number[] => []
    const found = { calls: none(), ads: none(), stalls: none(), peaks: none(), above: none(), times: none() }
    for (let round = 0; round <= rounds; round++) {
      // Memory left behind by earlier requests does not count as the cost of a tree.
      await gateway.ask('heap')
      const rest = residentMemory(gateway.pid)
      forgetPeak(gateway.pid)
      await gateway.ask('stall')
      const before = await network.ask<number>('calls')
      const began = performance.now()
      const tree: Tree = await get('tree?adAccountId=981&')
      const ms = performance.now() - began
      // The first round warms up.
      if (round === 0) continue
      found.times.push(ms)
      found.stalls.push(await gateway.ask<number>('stall'))
      const peak = peakMemory(gateway.pid)
      found.peaks.push(peak)
      found.above.push(peak - rest)
      found.calls.push((await network.ask<number>('calls')) - before)
      found.ads.push(tree.campaigns.flatMap(({ adSets }) => adSets).flatMap((adSet) => adSet.ads).length)
    }
    await installation.emptyProfile()
    return {
      calls: figureOf(found.calls),
      ads: figureOf(found.ads),
      'longest stall': figureOf(found.stalls),
      'gateway, peak': figureOf(found.peaks),
      'above its rest': figureOf(found.above),
      tree: figureOf(found.times),
    }
  },
}
