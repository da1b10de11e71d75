import { figureOf, interleave, type Row } from '../measure.ts'

const rounds = 9
const accounts = 100
const idealMs = 50

async function timed(url: string, headers: Record<string, string> = {}): Promise<number> {
  const began = performance.now()
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}: ${text.slice(0, 500)}`)
  return performance.now() - began
}

export const fanOut: Row = {
  id: 'fan-out',
  about: `GET /posts over ${accounts} accounts on a network ${idealMs} ms away, against the ${idealMs} ms`,
  bars: [
    { figure: 'of the ideal', unit: '×', atMost: 1.8 },
    { figure: 'gateway', unit: 'ms' },
    { figure: 'bare undici', unit: 'ms' },
  ],
  async run(installation) {
    const network = await installation.start('network')
    const BENCH_NETWORK = String(network.ready['url'])
    const [gateway, bare] = await Promise.all([
      installation.start('gateway', { BENCH_NETWORK }),
      installation.start('bare', { BENCH_NETWORK }),
    ])
    await installation.emptyProfile()
    for (let account = 0; account < accounts; account++) await installation.connect()
    const headers = { authorization: `Bearer ${installation.apiKey}` }
    const found = await interleave(
      {
        bare: () => timed(`${bare.ready['url']}/posts?accounts=${accounts}`),
        gateway: () => timed(`${gateway.ready['url']}/api/v1/posts?profileId=${installation.profileId}`, headers),
      },
      { rounds },
    )
    await installation.emptyProfile()
    return {
      'of the ideal': figureOf(found.gateway.map((ms) => ms / idealMs)),
      gateway: figureOf(found.gateway),
      'bare undici': figureOf(found.bare),
    }
  },
}
