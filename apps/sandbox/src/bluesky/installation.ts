import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secp256k1Keypair } from '@atproto/crypto'
import type plcServer from '@did-plc/server'
import type { Person } from './people.ts'

/** The secrets that the data server needs in order to use its files again after a restart. */
interface Identity {
  recoveryDidKey: string
  plcRotationKeyK256PrivateKeyHex: string
  adminPassword: string
  jwtSecret: string
  dpopSecret: string
}

interface Kept {
  identity: Identity
  people: Person[]
  /** The public URL of the data server. */
  publicUrl: string
}

/** The DID directory, whose entries are in memory. */
export type Directory = ReturnType<typeof plcServer.Database.mock>

/** An entry of the DID directory. */
interface DirectoryEntry {
  did: string
  operation: Parameters<Directory['validateAndAddOp']>[1]
}

/**
 * The files of the reference servers, in the folder `dir`, which the next process uses again or, if temporary,
 * `release` deletes.
 */
export interface Installation {
  dir: string
  identity: Identity
  /** The users and the public URL that an earlier process stored; undefined at the first start. */
  before: Pick<Kept, 'people' | 'publicUrl'> | undefined
  /** Returns the entries of the DID directory, in order. */
  directory(): DirectoryEntry[]
  addToDirectory(entry: DirectoryEntry): void
  /** Records that the installation is complete, so that the next start uses it. */
  complete(found: Pick<Kept, 'people' | 'publicUrl'>): void
  release(): Promise<void>
}

async function makeIdentity(): Promise<Identity> {
  return {
    recoveryDidKey: (await Secp256k1Keypair.create()).did(),
    plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
    adminPassword: randomBytes(16).toString('hex'),
    jwtSecret: randomBytes(16).toString('hex'),
    dpopSecret: randomBytes(32).toString('hex'),
  }
}

/**
 * Opens or creates the files of the reference servers. Files of a first start that was interrupted are deleted first.
 * @param dataDir the folder that keeps the files for the next process; null for a temporary folder that `release`
 *   deletes
 */
export async function openInstallation(dataDir: string | null): Promise<Installation> {
  const dir = dataDir === null ? await mkdtemp(join(tmpdir(), 'sandbox-pds-')) : join(dataDir, 'bluesky')
  const [keptPath, directoryPath] = [join(dir, 'installation.json'), join(dir, 'directory.jsonl')]
  const kept: Kept | undefined = existsSync(keptPath) ? JSON.parse(readFileSync(keptPath, 'utf8')) : undefined
  // A start that was interrupted left accounts that nobody knows the keys of.
  if (kept === undefined) rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const identity = kept?.identity ?? (await makeIdentity())
  return {
    dir,
    identity,
    before: kept,
    directory: () =>
      existsSync(directoryPath)
        ? readFileSync(directoryPath, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line))
        : [],
    addToDirectory: (entry) => appendFileSync(directoryPath, `${JSON.stringify(entry)}\n`, { mode: 0o600 }),
    complete(found) {
      writeFileSync(`${keptPath}.part`, JSON.stringify({ identity, ...found } satisfies Kept), { mode: 0o600 })
      renameSync(`${keptPath}.part`, keptPath)
    },
    async release() {
      if (dataDir === null) await rm(dir, { recursive: true, force: true })
    },
  }
}
