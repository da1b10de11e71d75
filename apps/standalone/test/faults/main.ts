// `npm run test:faults`: see docs/reliability.md for what each part shows.
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { campaignFaults } from './campaigns/check-campaigns.ts'
import { runCampaigns } from './campaigns/run-campaigns.ts'
import { type Fault, type FaultKind, faultCount, type Verdict } from './check.ts'
import { naiveWorkerMain } from './cluster.ts'
import { type Injection, runCrashPoints } from './crash-points.ts'
import { runDelivery } from './delivery.ts'
import { runFuzz } from './fuzz.ts'
import { runReplies } from './journaled/replies.ts'
import { sendFaults } from './journaled/send-check.ts'
import { runSends } from './journaled/sends.ts'
import { bars, missed, runNeighbours } from './neighbours/run-neighbours.ts'
import { networks, networksNamed } from './networks.ts'
import { planFor, planForReplies } from './plan.ts'
import { runQuotas } from './quotas.ts'
import { percentile } from './recovery.ts'
import { runRefreshRace } from './refresh-race.ts'
import { runRounds } from './rounds.ts'
import { runZombies } from './zombies.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    publishes: { type: 'string', default: '120' },
    replies: { type: 'string', default: '120' },
    campaigns: { type: 'string', default: '500' },
    sends: { type: 'string', default: '240' },
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
    calm: { type: 'string', default: '240' },
    attack: { type: 'string', default: '60' },
    attacks: { type: 'string' },
    expire: { type: 'string', default: '5' },
    hang: { type: 'string', default: '60' },
    fuzz: { type: 'string', default: '30000' },
    keep: { type: 'boolean', default: false },
  },
})
const chosen = values.networks?.split(',')
const rows = networksNamed(chosen)
if (rows.length === 0) throw new Error(`--networks takes ${networks.map(({ platform }) => platform).join(', ')}`)
const number = (
  name:
    | 'publishes'
    | 'replies'
    | 'campaigns'
    | 'sends'
    | 'messages'
    | 'outage'
    | 'kills'
    | 'pg-restarts'
    | 'seed'
    | 'workers'
    | 'gateways'
    | 'customers'
    | 'calm'
    | 'attack'
    | 'race'
    | 'round'
    | 'expire'
    | 'hang'
    | 'fuzz',
) => Number(values[name])
const say = (line: string) => process.stdout.write(`${line}\n`)

function tell(verdict: { faults: Record<string, Fault[]> }): void {
  const { faults, ...counts } = verdict
  say(JSON.stringify(counts))
  for (const [kind, found] of Object.entries(faults)) {
    say(`  ${kind}: ${found.length}`)
    for (const { mark, found: what } of found) say(`    ${mark}: ${what}`)
  }
}

async function storm(workerScript?: string): Promise<Verdict> {
  const plan = planFor({ kills: number('kills'), pgRestarts: number('pg-restarts') })
  const options = {
    seed: number('seed'),
    plan,
    publishes: number('publishes'),
    networks: rows,
    gateways: number('gateways'),
    workers: number('workers'),
    customers: number('customers'),
    networkFaults: 1,
    ambient: { expireEveryMs: number('expire') * 1_000, hangMs: number('hang') * 1_000 },
    longestCalmMs: number('calm') * 1_000,
    keep: values.keep,
    ...(workerScript !== undefined && { workerScript }),
  }
  say(`seed ${options.seed}, ${options.publishes} publishes, ${JSON.stringify(plan)}`)
  const result = await runRounds(options, number('round'), ({ seed, publishes, verdict, stormSeconds, dir }) => {
    const found = faultCount(verdict)
    const kept = values.keep ? `, ${dir}` : ''
    say(`  seed ${seed}: ${found} faults of ${publishes} publishes, ${stormSeconds.toFixed(0)} s${kept}`)
    if (found > 0) tell(verdict)
  })
  const { verdict, counts, played, hangs, expiries, recoveryMs, stormSeconds, calmSeconds } = result
  tell(verdict)
  say(`faults injected: ${JSON.stringify(counts)}`)
  say(`faults of the networks: ${JSON.stringify(played)}, ${hangs} times one of them hung`)
  say(`access tokens expired: ${expiries}`)
  const shares = [0.5, 0.9, 0.99, 1].map((share) => `p${share * 100} ${Math.round(percentile(recoveryMs, share) ?? 0)}`)
  say(`from a worker's death to its publishes in other hands, ms (${recoveryMs.length}): ${shares.join(', ')}`)
  say(`storm ${stormSeconds.toFixed(1)} s, calm ${calmSeconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`)
  return verdict
}

/** Replies whose outcome nobody can tell are counted, but are no fault: their customers were told so. */
async function replies(): Promise<number> {
  const plan = planForReplies({ kills: number('kills'), pgRestarts: number('pg-restarts') })
  const options = { seed: number('seed'), plan, replies: number('replies'), networks: rows, networkFaults: 1 }
  say(`seed ${options.seed}, ${options.replies} replies, ${JSON.stringify(plan)}`)
  const { verdict, deeds, played, stormSeconds, calmSeconds, dir } = await runReplies({
    ...options,
    gateways: number('gateways'),
    workers: number('workers'),
    customers: number('customers'),
    longestCalmMs: number('calm') * 1_000,
    keep: values.keep,
  })
  tell(verdict)
  say(`faults injected: ${JSON.stringify(deeds.counts)}`)
  say(`faults of the networks: ${JSON.stringify(played)}`)
  const shown = values.keep ? `, ${dir}` : ''
  say(`storm ${stormSeconds.toFixed(1)} s, calm ${calmSeconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}${shown}`)
  return faultCount(verdict, ['unknown'])
}

/** Messages whose outcome nobody can tell are counted, but are no fault: their customers were told so. */
async function sends(): Promise<number> {
  const plan = planForReplies({ kills: number('kills'), pgRestarts: number('pg-restarts') })
  const options = { seed: number('seed'), plan, sends: number('sends'), networkFaults: 1 }
  say(`seed ${options.seed}, ${options.sends} sends, ${JSON.stringify(plan)}`)
  const { verdict, deeds, played, stormSeconds, calmSeconds, dir } = await runSends({
    ...options,
    gateways: number('gateways'),
    workers: number('workers'),
    customers: number('customers'),
    longestCalmMs: number('calm') * 1_000,
    keep: values.keep,
  })
  tell(verdict)
  say(`faults injected: ${JSON.stringify(deeds.counts)}`)
  say(`faults of the networks: ${JSON.stringify(played)}`)
  const shown = values.keep ? `, ${dir}` : ''
  say(`storm ${stormSeconds.toFixed(1)} s, calm ${calmSeconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}${shown}`)
  return sendFaults(verdict)
}

async function ads(): Promise<number> {
  const plan = planForReplies({ kills: number('kills'), pgRestarts: number('pg-restarts') })
  const options = { seed: number('seed'), plan, campaigns: number('campaigns'), networkFaults: 1 }
  say(`seed ${options.seed}, ${options.campaigns} campaigns, ${JSON.stringify(plan)}`)
  const { verdict, deeds, played, stormSeconds, calmSeconds, dir } = await runCampaigns({
    ...options,
    gateways: number('gateways'),
    workers: number('workers'),
    customers: number('customers'),
    longestCalmMs: number('calm') * 1_000,
    keep: values.keep,
  })
  tell(verdict)
  say(`faults injected: ${JSON.stringify(deeds.counts)}`)
  say(`faults of the networks: ${JSON.stringify(played)}`)
  const shown = values.keep ? `, ${dir}` : ''
  say(`storm ${stormSeconds.toFixed(1)} s, calm ${calmSeconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}${shown}`)
  return campaignFaults(verdict)
}

async function crashPoints(how: Injection): Promise<number> {
  const { results, verdict } = await runCrashPoints(
    { seed: number('seed'), networks: rows, longestMs: number('calm') * 1_000, how: [how] },
    ({ place, platform, variant, reached, seconds }) =>
      say(`${platform} ${variant}: ${place}${reached ? '' : ' (not on its way)'} ${seconds.toFixed(1)} s`),
  )
  tell(verdict)
  const reached = results.filter((result) => result.reached).length
  say(`${results.length} publishes, ${how} in ${reached}`)
  return faultCount(verdict)
}

/** The harness has to find what a driver does that repeats a call whatever became of the first. */
async function naive(): Promise<number> {
  const verdict = await storm(naiveWorkerMain)
  const seen: FaultKind[] = ['doubled', 'failedButThere']
  const found = seen.reduce((sum, kind) => sum + verdict.faults[kind].length, 0)
  say(found > 0 ? 'the checker sees doubles of a naive driver' : 'the checker saw nothing')
  return found > 0 ? 0 : 1
}

async function refreshRace(): Promise<number> {
  const rotating = rows.filter(({ platform }) => platform === 'x' || platform === 'bluesky')
  const options = { seed: number('seed'), processes: 4, accounts: 50, ms: number('race') * 1_000, networks: rotating }
  let bad = 0
  for (const pgRestarts of [0, 3]) {
    const result = await runRefreshRace({ ...options, pgRestarts })
    say(
      `${options.accounts} accounts, ${options.processes} processes, ${values.race} s, ${pgRestarts} crashes of the database`,
    )
    say(`  ${JSON.stringify(result)}`)
    bad += result.revoked + result.expired
  }
  return bad
}

async function quotas(): Promise<number> {
  const result = await runQuotas({ processes: 8, ms: 130_000, seed: number('seed') })
  say(JSON.stringify(result))
  const scarce = result.usable < 0.95 || result.unitsUsable < 0.95 || result.units > 10_000
  return result.overruns + (scarce ? 1 : 0)
}

async function zombies(): Promise<number> {
  let bad = 0
  for (const place of ['intent.stored', 'commit.answered', 'write.claimed']) {
    const options = { seed: number('seed'), networks: rows, place, longestMs: number('calm') * 1_000 }
    const { verdict, frozen, takenOverSeconds } = await runZombies(options)
    say(`${place}: ${frozen} of ${rows.length} frozen, taken over after ${takenOverSeconds.toFixed(0)} s`)
    tell(verdict)
    bad += faultCount(verdict) + rows.length - frozen
  }
  return bad
}

async function neighbours(): Promise<number> {
  const attacks = values.attacks?.split(',')
  const { readMs, publishMs, memoryMiB } = bars
  say(`p99 of reads at most ${readMs} ms, of publishes ${publishMs} ms; ${memoryMiB} MiB a process; no 5xx`)
  const results = await runNeighbours({
    seed: number('seed'),
    ms: number('attack') * 1_000,
    ...(attacks && { only: attacks }),
    tell(noticed) {
      const { attack, failures, ...figures } = noticed
      const load = loadavg()[0]?.toFixed(1)
      say(
        `${attack}: ${JSON.stringify({ ...figures, failures: failures.length })} load ${load}${missed(noticed) ? ' MISSED' : ''}`,
      )
      for (const failure of new Set(failures)) say(`    ${failure}`)
    },
  })
  return results.reduce((sum, noticed) => sum + missed(noticed), 0)
}

/** Webhooks are taken until all kills of the plan have happened. */
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
  say(JSON.stringify({ ...counts, lost: lost.length, doubled: doubled.length }))
  return lost.length + doubled.length
}

const parts: Record<string, () => Promise<number>> = {
  'crash-points': () => crashPoints('kill'),
  terminations: () => crashPoints('terminate'),
  storm: async () => faultCount(await storm()),
  replies,
  ads,
  sends,
  naive,
  zombies,
  refresh: refreshRace,
  quotas,
  neighbours,
  deliveries,
  fuzz: () => runFuzz(number('fuzz')),
}

let bad = 0
for (const [name, run] of Object.entries(parts)) {
  if (values.only !== undefined && !values.only.split(',').includes(name)) continue
  say(`\n${name}`)
  bad += await run()
}
say(`\n${bad} faults`)
// Node can hang while it ends by itself.
process.exit(bad === 0 ? 0 : 1)
