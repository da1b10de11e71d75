// `npm run test:faults`: see docs/reliability.md for what each part shows.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { printAborts } from './aborts/print-aborts.ts'
import { printAlerts } from './alerts/print-alerts.ts'
import { printSoak } from './alerts/print-soak.ts'
import { campaignFaults } from './campaigns/check-campaigns.ts'
import { runCampaigns } from './campaigns/run-campaigns.ts'
import { type Fault, type FaultKind, faultCount, type Verdict } from './check.ts'
import { writeNames } from './clients/fault-client.ts'
import { faultClients } from './clients/fault-clients.ts'
import { printClients } from './clients/print-clients.ts'
import { naiveWorkerMain } from './cluster.ts'
import { type Injection, runCrashPoints } from './crash-points.ts'
import { runDelivery } from './delivery.ts'
import { printFailovers } from './failover/print-failovers.ts'
import { printFeed } from './feed/print-feed.ts'
import { runFuzz } from './fuzz.ts'
import { printHa } from './ha/print-ha.ts'
import { type Plan, planFor, planForReplies } from './inject-faults.ts'
import { runReplies } from './journaled/replies.ts'
import { sendFaults } from './journaled/send-check.ts'
import { runSends } from './journaled/sends.ts'
import { printKeys } from './keys/print-keys.ts'
import { bars, missed, runNeighbours } from './neighbours/run-neighbours.ts'
import { networks, networksNamed } from './networks.ts'
import { runQuotas } from './quotas.ts'
import { percentile } from './recovery.ts'
import { runRefreshRace } from './refresh-race.ts'
import { runRounds } from './rounds.ts'
import { printSchedules } from './schedules/print-schedules.ts'
import { printStalls } from './stalls/print-stalls.ts'
import type { RunOptions, RunResult } from './storm-and-calm.ts'
import { printUpgrade } from './upgrade/print-upgrade.ts'
import { printWebhooks } from './webhooks/print-webhooks.ts'
import { runZombies } from './zombies.ts'

const options = {
  only: { type: 'string' },
  publishes: { type: 'string', default: '120' },
  replies: { type: 'string', default: '120' },
  campaigns: { type: 'string', default: '500' },
  sends: { type: 'string', default: '240' },
  'client-writes': { type: 'string', default: '2000' },
  writes: { type: 'string', default: '5000' },
  misuses: { type: 'string', default: '2000' },
  'key-writes': { type: 'string', default: '600' },
  messages: { type: 'string', default: '8000' },
  outage: { type: 'string', default: '30' },
  kills: { type: 'string', default: '16' },
  'pg-restarts': { type: 'string', default: '2' },
  seed: { type: 'string', default: '1' },
  networks: { type: 'string' },
  workers: { type: 'string', default: '3' },
  gateways: { type: 'string', default: '2' },
  customers: { type: 'string', default: '16' },
  round: { type: 'string', default: '600' },
  race: { type: 'string', default: '60' },
  calm: { type: 'string', default: '420' },
  attack: { type: 'string', default: '60' },
  attacks: { type: 'string' },
  expire: { type: 'string', default: '5' },
  hang: { type: 'string', default: '60' },
  fuzz: { type: 'string', default: '30000' },
  stalls: { type: 'string' },
  clients: { type: 'string' },
  kinds: { type: 'string' },
  locks: { type: 'string', default: '5' },
  failovers: { type: 'string', default: '2' },
  lag: { type: 'string', default: '5' },
  events: { type: 'string', default: '1000000' },
  minutes: { type: 'string', default: '60' },
  soak: { type: 'string', default: '30' },
  alerts: { type: 'string', default: '' },
  factor: { type: 'string', default: '20' },
  from: { type: 'string' },
  proxies: { type: 'string', default: 'haproxy,nginx,caddy' },
  schedules: { type: 'string', default: '2000' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const
const { values } = parseArgs({ options })
const chosen = values.networks?.split(',')
const rows = networksNamed(chosen)
if (rows.length === 0) throw new Error(`--networks takes ${networks.map(({ platform }) => platform).join(', ')}`)
const number = (
  name: Exclude<
    keyof typeof values,
    'only' | 'networks' | 'attacks' | 'stalls' | 'clients' | 'kinds' | 'from' | 'proxies' | 'keep' | 'help'
  >,
) => Number(values[name])
const print = (line: string) => process.stdout.write(`${line}\n`)

function report(verdict: { faults: Record<string, Fault[]> }): void {
  const { faults, ...counts } = verdict
  print(JSON.stringify(counts))
  for (const [kind, found] of Object.entries(faults)) {
    print(`  ${kind}: ${found.length}`)
    for (const { mark, found: what } of found) print(`    ${mark}: ${what}`)
  }
}

/** What every kind of run takes from the command line. */
const runOptions = (plan: Plan): RunOptions => ({
  seed: number('seed'),
  plan,
  gateways: number('gateways'),
  workers: number('workers'),
  customers: number('customers'),
  networkFaultScale: 1,
  maxCalmMs: number('calm') * 1_000,
  keep: values.keep,
})
const intensity = () => ({ kills: number('kills'), pgRestarts: number('pg-restarts') })

function reportTimes({ stormSeconds, calmSeconds, dir }: { stormSeconds: number; calmSeconds: number; dir?: string }) {
  const kept = values.keep && dir !== undefined ? `, ${dir}` : ''
  print(`storm ${stormSeconds.toFixed(1)} s, calm ${calmSeconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}${kept}`)
}

async function storm(workerScript?: string): Promise<Verdict> {
  const plan = planFor(intensity())
  const options = {
    ...runOptions(plan),
    publishes: number('publishes'),
    networks: rows,
    ambient: { expireEveryMs: number('expire') * 1_000, hangMs: number('hang') * 1_000 },
    ...(workerScript !== undefined && { workerScript }),
  }
  print(`seed ${options.seed}, ${options.publishes} publishes, ${JSON.stringify(plan)}`)
  const result = await runRounds(options, number('round'), ({ seed, publishes, verdict, stormSeconds, dir }) => {
    const found = faultCount(verdict)
    const kept = values.keep ? `, ${dir}` : ''
    print(`  seed ${seed}: ${found} faults of ${publishes} publishes, ${stormSeconds.toFixed(0)} s${kept}`)
    if (found > 0) report(verdict)
  })
  const { verdict, counts, networkFaults, hangs, expiries, reconnections, recoveryMs } = result
  report(verdict)
  print(`faults injected: ${JSON.stringify(counts)}`)
  print(`faults of the networks: ${JSON.stringify(networkFaults)}, ${hangs} times one of them hung`)
  print(`access tokens expired: ${expiries}; accounts that users reconnected: ${reconnections}`)
  const shares = [0.5, 0.9, 0.99, 1].map((share) => `p${share * 100} ${Math.round(percentile(recoveryMs, share) ?? 0)}`)
  print(`from a worker's death until another one claims its publishes, ms (${recoveryMs.length}): ${shares.join(', ')}`)
  reportTimes(result)
  return verdict
}

/** Runs writes that gateways send themselves, a number of them that an option of this command says. */
async function journaled<Writes extends 'replies' | 'sends' | 'campaigns', V extends Parameters<typeof report>[0]>(
  writes: Writes,
  run: (options: RunOptions & Record<Writes, number>) => Promise<RunResult & { verdict: V; dir: string }>,
): Promise<V> {
  const options = runOptions(planForReplies(intensity()))
  print(`seed ${options.seed}, ${values[writes]} ${writes}, ${JSON.stringify(options.plan)}`)
  const count = { [writes]: number(writes) } as Record<Writes, number>
  const result = await run({ ...options, ...count })
  report(result.verdict)
  print(`faults injected: ${JSON.stringify(result.injected.counts)}`)
  print(`faults of the networks: ${JSON.stringify(result.networkFaults)}`)
  reportTimes(result)
  return result.verdict
}

/** Unknown outcomes of replies and messages are counted, but are not faults: the API reported them as unknown. */
const replies = async () =>
  faultCount(await journaled('replies', (options) => runReplies({ ...options, networks: rows })), ['unknown'])
const sends = async () => sendFaults(await journaled('sends', runSends))
const ads = async () => campaignFaults(await journaled('campaigns', runCampaigns))

async function crashPoints(how: Injection): Promise<number> {
  const { results, verdict } = await runCrashPoints(
    { seed: number('seed'), networks: rows, maxMs: number('calm') * 1_000, how: [how] },
    ({ place, platform, variant, reached, seconds }) =>
      print(`${platform} ${variant}: ${place}${reached ? '' : ' (not on its way)'} ${seconds.toFixed(1)} s`),
  )
  report(verdict)
  const reached = results.filter((result) => result.reached).length
  print(`${results.length} publishes, ${how} in ${reached}`)
  return faultCount(verdict)
}

/**
 * The checker has to find the duplicates of a worker that repeats every call, whatever the outcome of the first one.
 */
async function naive(): Promise<number> {
  const verdict = await storm(naiveWorkerMain)
  const seen: FaultKind[] = ['doubled', 'failedButThere']
  const found = seen.reduce((sum, kind) => sum + verdict.faults[kind].length, 0)
  print(found > 0 ? 'the checker found the duplicates of the naive worker' : 'the checker found nothing')
  return found > 0 ? 0 : 1
}

async function refreshRace(): Promise<number> {
  const rotating = rows.filter((row) => row.rotating)
  const options = { seed: number('seed'), processes: 4, accounts: 50, ms: number('race') * 1_000, networks: rotating }
  let faults = 0
  for (const pgRestarts of [0, 3]) {
    const result = await runRefreshRace({ ...options, pgRestarts })
    print(
      `${options.accounts} accounts, ${options.processes} processes, ${values.race} s, ${pgRestarts} crashes of the database`,
    )
    print(`  ${JSON.stringify(result)}`)
    faults += result.revoked + result.expired
  }
  return faults
}

async function quotas(): Promise<number> {
  const result = await runQuotas({ processes: 8, ms: 130_000, seed: number('seed') })
  print(JSON.stringify(result))
  const scarce = result.usable < 0.95 || result.unitsUsable < 0.95 || result.units > 10_000
  return result.overruns + (scarce ? 1 : 0)
}

async function zombies(): Promise<number> {
  let faults = 0
  for (const place of ['intent.stored', 'commit.responded', 'write.claimed']) {
    const options = { seed: number('seed'), networks: rows, place, maxMs: number('calm') * 1_000 }
    const { verdict, frozen, takenOverSeconds } = await runZombies(options)
    print(`${place}: ${frozen} of ${rows.length} frozen, taken over after ${takenOverSeconds.toFixed(0)} s`)
    report(verdict)
    faults += faultCount(verdict) + rows.length - frozen
  }
  return faults
}

async function neighbours(): Promise<number> {
  const attacks = values.attacks?.split(',')
  const { readMs, publishMs, memoryMiB } = bars
  print(
    `p99 of reads at most ${readMs} ms, of publishes at most ${publishMs} ms; at most ${memoryMiB} MiB per process; no 5xx`,
  )
  const results = await runNeighbours({
    seed: number('seed'),
    ms: number('attack') * 1_000,
    ...(attacks && { only: attacks }),
    report(noticed) {
      const { attack, failures, ...figures } = noticed
      const load = loadavg()[0]?.toFixed(1)
      print(
        `${attack}: ${JSON.stringify({ ...figures, failures: failures.length })} load ${load}${missed(noticed) ? ' MISSED' : ''}`,
      )
      for (const failure of new Set(failures)) print(`    ${failure}`)
    },
  })
  return results.reduce((sum, noticed) => sum + missed(noticed), 0)
}

/** Webhooks are sent until all kills of the plan have happened. */
async function deliveries(): Promise<number> {
  const kills = Math.ceil(number('kills') / 2)
  const options = {
    gatewayKills: kills,
    workerKills: kills,
    pgRestarts: number('pg-restarts'),
    outageMs: number('outage') * 1_000,
  }
  const { lost, doubled, ...counts } = await runDelivery({
    seed: number('seed'),
    messages: number('messages'),
    ...options,
  })
  print(JSON.stringify({ ...counts, lost: lost.length, doubled: doubled.length }))
  return lost.length + doubled.length
}

/** The options of runs in which the standby of the database server is promoted. */
const promoting = () => ({
  ...{ seed: number('seed'), networks: rows, keep: values.keep, maxCalmMs: number('calm') * 1_000 },
  ...{ publishes: number('publishes'), customers: number('customers') },
})

const parts: Record<string, () => Promise<number>> = {
  'crash-points': () => crashPoints('kill'),
  terminations: () => crashPoints('terminate'),
  storm: async () => faultCount(await storm()),
  replies,
  ads,
  sends,
  clients: () =>
    printClients(
      {
        seed: number('seed'),
        clients: values.clients?.split(',') ?? Object.keys(faultClients),
        kinds: writeNames.filter((name) => values.kinds?.split(',').includes(name) ?? true),
        writes: number('client-writes'),
        customers: number('customers'),
        kills: number('kills'),
        maxMs: number('minutes') * 60_000,
        maxCalmMs: number('calm') * 1_000,
      },
      print,
    ),
  naive,
  zombies,
  refresh: refreshRace,
  quotas,
  neighbours,
  deliveries,
  stalls: () =>
    printStalls({ seed: number('seed'), matching: values.stalls, locks: number('locks'), keep: values.keep }, print),
  aborts: () => printAborts(number('seed'), print),
  fuzz: () => runFuzz(number('fuzz')),
  failover: () =>
    printFailovers({ ...promoting(), failovers: number('failovers'), lagMs: number('lag') * 1_000 }, print),
  feed: () =>
    printFeed(
      { ...intensity(), seed: number('seed'), events: number('events'), maxMs: number('minutes') * 60_000 },
      print,
    ),
  webhooks: () =>
    printWebhooks({ ...runOptions(planForReplies(intensity())), writes: number('writes'), networks: rows }, print),
  keys: () =>
    printKeys(
      {
        ...{ ...intensity(), seed: number('seed'), maxCalmMs: number('calm') * 1_000, keep: values.keep },
        ...{ attempts: number('misuses'), writes: number('key-writes') },
      },
      print,
    ),
  upgrade: () => printUpgrade({ ...promoting(), from: values.from, proxies: values.proxies.split(',') }, print),
  schedules: () =>
    printSchedules(
      {
        ...intensity(),
        ...{
          seed: number('seed'),
          schedules: number('schedules'),
          maxCalmMs: number('calm') * 1_000,
          keep: values.keep,
        },
      },
      print,
    ),
  ha: () => printHa({ ...promoting(), kills: number('failovers') }, print),
  alerts: () =>
    printAlerts(
      { seed: number('seed'), factor: number('factor'), words: values.alerts.split(','), keep: values.keep },
      print,
    ),
  soak: () => printSoak({ seed: number('seed'), minutes: number('soak'), keep: values.keep }, print),
}

/** Prints the parts and options of this command. */
function printUsage(): void {
  print(`npm run test:faults -- [--only <part>,<part>] [--<option> <value>]\n\nparts: ${Object.keys(parts).join(', ')}`)
  const words = Object.entries(options).map(([name, option]) => {
    const usual = 'default' in option && option.type === 'string' ? ` ${option.default}` : ''
    return `  --${name}${usual}`.trimEnd()
  })
  print(`\noptions, with their defaults:\n${words.join('\n')}`)
}

const wanted = values.only?.split(',') ?? Object.keys(parts)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (values.help || unknown.length > 0) {
  if (!values.help) print(`There is no part ${unknown.join(', ')}.\n`)
  printUsage()
  process.exit(values.help ? 0 : 2)
}

let faults = 0
for (const [name, run] of Object.entries(parts)) {
  if (!wanted.includes(name)) continue
  print(`\n${name}`)
  faults += await run()
}
print(`\n${faults} faults`)
// A handle that is still open would keep Node from exiting on its own.
process.exit(faults === 0 ? 0 : 1)
