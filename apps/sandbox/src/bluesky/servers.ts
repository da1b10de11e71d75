import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { envToCfg, envToSecrets, PDS } from '@atproto/pds'
import plcServer from '@did-plc/server'
import type { Directory, Installation } from './installation.ts'
import { openPort } from './port.ts'

/** The reference servers of the AT Protocol in this process: a DID directory and a personal data server. */
export interface Servers {
  pds: PDS
  /** A URL of the data server that bypasses recording and faults, for the sandbox's own calls. */
  innerUrl: string
  /** The handler for requests to the DID directory. */
  directory: RequestListener
  /** Sets the handler for the requests that the data server makes to the app view. */
  serveAppView(appView: RequestListener): void
}

/** Closes one of the resources that a start has opened. */
export type Closer = () => Promise<void>

/** The identifier of the real app view, which clients name. The data server resolves it to the simulated one. */
const APP_VIEW_DID = 'did:web:api.bsky.app'

export interface ServerOptions {
  /** The URL that the data server uses for itself in its documents. */
  publicUrl: string
  host: string
  installation: Installation
  /**
   * A list to which the start adds a function for each server that it has opened, also if it fails half-way. The caller
   * calls them to close the servers.
   */
  closers: Closer[]
}

/**
 * Creates a DID directory with the entries that an earlier process has stored. Entries that are added later are stored
 * as well.
 */
async function openDirectory({ directory, addToDirectory }: Installation): Promise<Directory> {
  const db = plcServer.Database.mock()
  const add: Directory['validateAndAddOp'] = db.validateAndAddOp.bind(db)
  for (const { did, operation } of directory()) await add(did, operation)
  db.validateAndAddOp = async (did, operation) => {
    await add(did, operation)
    addToDirectory({ did, operation })
  }
  return db
}

/**
 * Starts the data server and the DID directory. The data server uses `publicUrl` in all of its documents (issuer,
 * resource, identity), but does not listen there: the caller passes on the requests.
 */
export async function startServers(options: ServerOptions): Promise<Servers> {
  const { publicUrl, host, installation, closers } = options
  /**
   * Opens a port for calls between the servers. They cannot use the public ports, on which requests wait until the
   * start is complete.
   */
  const openInner = async () => {
    const port = await openPort(host)
    closers.push(port.close)
    return port
  }
  const db = await openDirectory(installation)
  closers.push(() => db.close())
  const directory = plcServer.PlcServer.create({ db })
  const [plc, appView] = [await openInner(), await openInner()]
  plc.serve(directory.app)
  const env = {
    devMode: true,
    hostname: 'localhost',
    port: Number(new URL(publicUrl).port),
    serviceName: 'Bluesky (sandbox)',
    dataDirectory: installation.dir,
    blobstoreDiskLocation: join(installation.dir, 'blobs'),
    blobUploadLimit: 50 * 1024 * 1024,
    didPlcUrl: plc.url,
    ...installation.identity,
    serviceHandleDomains: ['.test'],
    inviteRequired: false,
    disableSsrfProtection: true,
    bskyAppViewUrl: appView.url,
    bskyAppViewDid: APP_VIEW_DID,
  }
  const pds = await PDS.create(envToCfg(env), envToSecrets(env))
  closers.push(() => pds.destroy())
  await pds.ctx.sequencer.start()
  const inner = await openInner()
  inner.serve(pds.app)
  return { pds, innerUrl: inner.url, directory: directory.app, serveAppView: appView.serve }
}
