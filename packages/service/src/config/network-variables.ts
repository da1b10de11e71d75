import { featuresOf, type Platform, platforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'

/** An environment variable that sets a host, a secret, an option or the features of a network. */
export interface NetworkVariable {
  name: string
  platform: Platform
  kind: 'host' | 'secret' | 'option' | 'features'
  /** The key in the network's settings row; `features` for its features. */
  key: string
  /** The real host; every feature of the network; `off` for options; empty for secrets. */
  fallback: string
}

function snake(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

/** `<NETWORK>_HOST_<NAME>`, `<NETWORK>_<SECRET>`, `<NETWORK>_<OPTION>` and `<NETWORK>_FEATURES` for every network's settings row. */
export const networkVariables: NetworkVariable[] = platforms.flatMap((platform) => {
  const prefix = platform.toUpperCase()
  const { hosts, secrets, optionalSecrets = [], options = [] } = settingsOf[platform]
  const ofHosts = Object.entries<string>(hosts).map(
    ([key, fallback]): NetworkVariable => ({
      name: `${prefix}_HOST_${snake(key)}`,
      platform,
      kind: 'host',
      key,
      fallback,
    }),
  )
  const ofSecrets = [...secrets, ...optionalSecrets].map(
    (key): NetworkVariable => ({ name: `${prefix}_${snake(key)}`, platform, kind: 'secret', key, fallback: '' }),
  )
  const ofOptions = options.map(
    (key): NetworkVariable => ({ name: `${prefix}_${snake(key)}`, platform, kind: 'option', key, fallback: 'off' }),
  )
  const all = featuresOf(platform).join(',')
  const ofFeatures: NetworkVariable[] =
    all === '' ? [] : [{ name: `${prefix}_FEATURES`, platform, kind: 'features', key: 'features', fallback: all }]
  return [...ofSecrets, ...ofOptions, ...ofFeatures, ...ofHosts]
})
