import { featuresOf, type Platform, platforms } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'

/** An environment variable that sets a host, a secret, an option or the features of a network. */
interface NetworkVariable {
  name: string
  platform: Platform
  kind: 'host' | 'secret' | 'option' | 'features'
  /** The key of the variable in the network's settings; `features` for the list of features. */
  key: string
  /**
   * The default: the network's real host for a host, all features for features, `off` for an option, empty for a
   * secret.
   */
  fallback: string
}

function snake(camel: string): string {
  return camel.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}

/**
 * The environment variables of all social networks, such as `X_HOST_API` and `X_CLIENT_ID`: hosts, secrets (app
 * credentials), options (`off` by default), and `<NETWORK>_FEATURES`, the enabled features, separated by commas (all by
 * default).
 */
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
