import type { ClaimedDelivery } from '@carillon/database'
import type { Context } from '../context.ts'
import { decryptHeaders, decryptOldSecrets, decryptSecret, secretBytes } from '../webhook-endpoints/endpoint-secrets.ts'
import { unreadableSeconds } from './retry-schedule.ts'

/** What an endpoint adds to its deliveries: its headers, and the secrets that sign them. */
export interface Signing {
  headers: Readonly<Record<string, string>>
  /** The keys that sign, the current one first. */
  secrets: Buffer[]
}

export interface SigningReader {
  /**
   * Decrypts the headers of a delivery's endpoint, its secret and its former secrets that are valid at `at`. Former
   * secrets that no key decrypts are left out, with a warning. Returns null, with an error in the log, if no key
   * decrypts the current secret or the headers. Both are logged once in five minutes for an endpoint.
   */
  read(delivery: ClaimedDelivery, at: Date): Signing | null
}

/** The maximum number of endpoints of which the time of the last log line is kept. */
const maxRemembered = 10_000

class ProcessSigning implements SigningReader {
  readonly #context: Context
  /** When the last line about an endpoint was logged, in ms, keyed by the level and the id of the endpoint. */
  readonly #logged = new Map<string, number>()

  constructor(context: Context) {
    this.#context = context
  }

  read(delivery: ClaimedDelivery, at: Date): Signing | null {
    const { encryption } = this.#context
    const { endpointId, headers, secret } = delivery
    try {
      const current = decryptSecret(encryption, endpointId, secret)
      const secrets = [current, ...this.#former(delivery, at)].map(secretBytes)
      return { headers: decryptHeaders(encryption, endpointId, headers), secrets }
    } catch (err) {
      const cure = 'add the missing key to ENCRYPTION_KEYS, or have the secret renewed and the headers set again'
      const message = `webhook secret or headers cannot be decrypted, deliveries to this endpoint wait: ${cure}`
      this.#log('error', { endpointId, err }, message)
      return null
    }
  }

  #former({ endpointId, oldSecret, oldSecretUntil }: ClaimedDelivery, at: Date): string[] {
    if (oldSecret === null || oldSecretUntil === null || oldSecretUntil <= at) return []
    try {
      return decryptOldSecrets(this.#context.encryption, endpointId, oldSecret)
    } catch (err) {
      const cure = 'add the missing key to ENCRYPTION_KEYS, or have the receiver verify with the current secret'
      const message = `former webhook secret cannot be decrypted, deliveries are signed without it: ${cure}`
      this.#log('warn', { endpointId, err }, message)
      return []
    }
  }

  #log(level: 'warn' | 'error', fields: { endpointId: string; err: unknown }, message: string): void {
    const [key, now] = [`${level} ${fields.endpointId}`, performance.now()]
    if (now - (this.#logged.get(key) ?? Number.NEGATIVE_INFINITY) < unreadableSeconds * 1_000) return
    if (this.#logged.size >= maxRemembered) this.#logged.clear()
    this.#logged.set(key, now)
    this.#context.log[level](fields, message)
  }
}

/** Creates the reader of what the deliveries of this process are signed with. */
export function createSigningReader(context: Context): SigningReader {
  return new ProcessSigning(context)
}
