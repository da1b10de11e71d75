import { loadavg } from 'node:os'
import { runSchedules, type ScheduleOptions } from './run-schedules.ts'

const shown = 20

/** Prints what became of the schedules of a year. */
export async function printSchedules(
  options: Pick<ScheduleOptions, 'seed' | 'schedules' | 'kills' | 'pgRestarts' | 'maxCalmMs' | 'keep'>,
  print: (line: string) => void,
): Promise<number> {
  const { schedules, kills } = options
  const moments = Math.max(8, Math.min(60, Math.round(schedules / 60)))
  const result = await runSchedules({
    ...{ moments, owners: Math.max(4, Math.min(50, Math.round(schedules / 40))), gateways: 2, workers: 3 },
    ...{ outages: Math.ceil(moments / 8), clockChanges: Math.ceil(moments / 20), isSkewed: true, networkFaultScale: 1 },
    ...options,
    report: (line) => print(`  ${line}, load ${loadavg()[0]?.toFixed(1)}`),
  })
  const { faults, ends, lateness, networkFaults, deaths, createSeconds, yearSeconds, left } = result
  print(`  ${schedules} schedules in ${createSeconds.toFixed(0)} s, the year in ${yearSeconds.toFixed(0)} s`)
  print(`  ${result.moments} moments, ${kills} kills planned, ${deaths} processes died`)
  print(`  ends: ${JSON.stringify(ends)}; public after they were due: ${JSON.stringify(lateness)}`)
  print(`  faults of the network: ${JSON.stringify(networkFaults)}`)
  if (left) print(`  not at rest: ${JSON.stringify(left)}, ${result.dir}`)
  for (const [kind, found] of Object.entries(faults)) {
    print(`  ${kind}: ${found.length}`)
    for (const what of found.slice(0, shown)) print(`    ${what}`)
  }
  return Object.values(faults).reduce((sum, found) => sum + found.length, left ? 1 : 0)
}
