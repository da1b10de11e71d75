import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secp256k1Keypair } from '@atproto/crypto'
import { envToCfg, envToSecrets, PDS } from '@atproto/pds'
import plcServer from '@did-plc/server'
import { openPort, type Port } from './port.ts'

/** The reference servers of the AT Protocol in this process: a DID directory and a personal data server. */
export interface Servers {
  pds: PDS
  /** The data server past the watch: for the sandbox's own calls, which are nobody's traffic. */
  innerUrl: string
  close(): Promise<void>
}

/** Where the app view is said to be: callers name it by the real one's identifier, the server asks ours. */
export const APP_VIEW_DID = 'did:web:api.bsky.app'

export interface ServerOptions {
  /** What the data server calls itself. */
  publicUrl: string
  host: string
  /** Where the directory answers. */
  plc: Port
  appViewUrl: string
}

/**
 * Starts both. The data server calls itself `publicUrl` everywhere (issuer, resource, identity documents), whoever hands it its
 * calls; its files are in a temporary folder that `close` removes.
 */
export async function startServers(options: ServerOptions): Promise<Servers> {
  const { publicUrl, host, plc, appViewUrl } = options
  const directory = plcServer.PlcServer.create({ db: plcServer.Database.mock() })
  plc.answerWith(directory.app)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-pds-'))
  const env = {
    devMode: true,
    hostname: 'localhost',
    port: Number(new URL(publicUrl).port),
    serviceName: 'Bluesky (sandbox)',
    dataDirectory,
    blobstoreDiskLocation: join(dataDirectory, 'blobs'),
    blobUploadLimit: 50 * 1024 * 1024,
    didPlcUrl: plc.url,
    recoveryDidKey: (await Secp256k1Keypair.create()).did(),
    plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
    adminPassword: randomBytes(16).toString('hex'),
    jwtSecret: randomBytes(16).toString('hex'),
    dpopSecret: randomBytes(32).toString('hex'),
    serviceHandleDomains: ['.test'],
    inviteRequired: false,
    disableSsrfProtection: true,
    bskyAppViewUrl: appViewUrl,
    bskyAppViewDid: APP_VIEW_DID,
  }
  const pds = await PDS.create(envToCfg(env), envToSecrets(env))
  await pds.ctx.sequencer.start()
  const inner = await openPort(host)
  inner.answerWith(pds.app)
  return {
    pds,
    innerUrl: inner.url,
    async close() {
      await inner.close()
      await pds.destroy()
      await directory.ctx.db.close()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}
