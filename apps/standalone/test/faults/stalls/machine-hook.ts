// Loaded into a gateway or worker before its own modules (`NODE_OPTIONS=--import`): the clock and the name server of its
// machine are what the file at MACHINE_FILE says, which is read again ten times a second.

// Loaded into a gateway or worker before its own modules (`NODE_OPTIONS=--import`): the clock and the name server of its
// machine are what the file at MACHINE_FILE says, which is read again ten times a second.
import dns, { type LookupAddress, type LookupOptions, promises } from 'node:dns'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MachineState } from './machine-state.ts'

let state: MachineState = { clockMs: 0, dns: true }

function read(): void {
  try {
    state = JSON.parse(readFileSync(process.env['MACHINE_FILE'] ?? '', 'utf8'))
  } catch {
    // The file is being replaced: what it said last goes on.
  }
}

const RealDate = Date
const realNow = Date.now
const now = () => realNow() + state.clockMs

/** Dates without arguments are those of the machine's clock; everything else is as it was. */
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

/** How long a resolver asks its servers before it gives up, in ms. */
const resolverMs = 5_000
const realLookup = promises.lookup

function resolved(name: string): LookupAddress | undefined {
  return name.endsWith('.test') ? { address: '127.0.0.1', family: 4 } : undefined
}

async function lookup(name: string, options: LookupOptions = {}): Promise<LookupAddress | LookupAddress[]> {
  const known = resolved(name)
  if (known === undefined) return realLookup(name, options)
  if (!state.dns) {
    await sleep(resolverMs)
    throw Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })
  }
  return options.all ? [known] : known
}

type Callback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void

function lookupByCallback(name: string, options: LookupOptions | number | Callback, callback?: Callback): void {
  const done = typeof options === 'function' ? options : callback
  const chosen = typeof options === 'object' ? options : {}
  lookup(name, chosen).then(
    (found) => (Array.isArray(found) ? done?.(null, found) : done?.(null, found.address, found.family)),
    (error: Error) => done?.(error),
  )
}

Object.assign(promises, { lookup })
Object.assign(dns, { lookup: lookupByCallback })
syncBuiltinESMExports()
read()
setInterval(read, 100).unref()
