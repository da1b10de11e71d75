// Loaded into a process before its own modules (`NODE_OPTIONS=--import`): its clock is the simulated one, ahead or behind
// by an hour if it is skewed, and its zone rules are the newer ones if they were published before it started.
import { openSync, readFileSync, readSync } from 'node:fs'
import { applyNewerRules } from './zone-rules.ts'

const { CLOCK_FILE = '', ZONE_RULES_FILE = '', CLOCK_IS_SKEWED } = process.env
const hourMs = 3_600_000
const skews = [0, hourMs, 0, -hourMs]
const skewMs = CLOCK_IS_SKEWED ? (skews[process.pid % skews.length] ?? 0) : 0

const file = openSync(CLOCK_FILE, 'r')
const bytes = Buffer.alloc(16)
function shiftMs(): number {
  readSync(file, bytes, 0, bytes.length, 0)
  return Number(bytes.toString('latin1'))
}

const RealDate = Date
const realNow = Date.now
const now = () => realNow() + shiftMs() + skewMs

/** Dates without arguments are those of the simulated clock; everything else is as it was. */
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

if (readFileSync(ZONE_RULES_FILE, 'utf8') !== '') applyNewerRules()
