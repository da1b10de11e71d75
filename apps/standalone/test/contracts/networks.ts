import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contract, eitherOf, inOrder } from './contract.ts'
import { type Discovery, fromDiscovery } from './discovery.ts'
import { withFacts } from './facts/facts.ts'
import { graphContract } from './graph.ts'
import type { GraphNode, GraphTypes } from './graph-types.ts'
import { lexiconContract } from './lexicons.ts'
import { amendWhatsApp, metaBesides, metaSupplement } from './meta.ts'
import { blueskyOAuth, xOAuth, youtubeBesides } from './oauth.ts'
import { type OpenApi, openApiContract } from './openapi.ts'
import { missingSources } from './sources.ts'

function graphTypes(folder: string): GraphTypes {
  const nodes = readdirSync(folder).flatMap((file): [string, GraphNode][] => {
    const name = /^([A-Z]\w*)\.json$/.exec(file)?.[1]
    return name === undefined ? [] : [[name, JSON.parse(readFileSync(join(folder, file), 'utf8'))]]
  })
  const enumerations: { name: string; values: string[] }[] = JSON.parse(
    readFileSync(join(folder, 'enum_types.subset.json'), 'utf8'),
  )
  const values = new Map(enumerations.map((one) => [one.name, one.values]))
  const byName = new Map(nodes)
  // The specification of an account with an Instagram login calls its media by another name.
  const media = byName.get('IGMediaForIGOnlyAPI')
  if (media) byName.set('Media', media)
  return { names: [...byName.keys()], node: (name) => byName.get(name), values: (name) => values.get(name) }
}

/**
 * The contracts of the networks, by the names under which the sandbox has them; read from the folder of the contracts.
 * Networks whose files are missing are left out.
 */
export function contractsIn(folder: string): Record<string, Contract> {
  const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(folder, ...path), 'utf8'))
  const meta = () =>
    inOrder(openApiContract(metaBesides), graphContract(graphTypes(join(folder, 'meta', 'api_specs')), metaSupplement))
  const contracts: Record<string, () => Contract> = {
    facebook: meta,
    instagram: meta,
    whatsapp() {
      const openApi = read<OpenApi>('meta', 'whatsapp', 'whatsapp-cloud-api.v23.subset.json')
      return inOrder(openApiContract(metaBesides), openApiContract(amendWhatsApp(openApi)))
    },
    x: () =>
      eitherOf(
        inOrder(openApiContract(xOAuth), openApiContract(read<OpenApi>('x', 'openapi-2.159.json'))),
        inOrder(openApiContract(xOAuth), openApiContract(read<OpenApi>('x', 'openapi-2.167.json'))),
      ),
    tiktok: () => openApiContract(read<OpenApi>('tiktok', 'tiktok-accounts.openapi.json')),
    youtube() {
      const discovered = ['youtube.v3.json', 'youtubeAnalytics.v2.json'].map((file) =>
        fromDiscovery(read<Discovery>('youtube', file)),
      )
      const [youtube = { paths: {} }] = discovered
      return inOrder(openApiContract(youtubeBesides(youtube)), ...discovered.map(openApiContract))
    },
    bluesky: () => inOrder(openApiContract(blueskyOAuth), lexiconContract(join(folder, 'bluesky', 'lexicons'))),
  }
  const missing = new Set(missingSources(folder).flatMap(({ networks }) => networks))
  return Object.fromEntries(
    Object.entries(contracts).flatMap(([name, contract]) =>
      missing.has(name) ? [] : [[name, withFacts(name, contract())]],
    ),
  )
}
