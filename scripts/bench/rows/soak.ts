import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchChild } from '../child.ts'
import type { Installation } from '../installation.ts'
import { openFiles, residentMemory } from '../machine.ts'
import { figureOf, type Row } from '../measure.ts'
import { option } from '../options.ts'
import type { Load, LoadResult } from '../process/load.ts'
import { startBusy, watchQueueAge } from '../soak-conditions.ts'
import { publishPath, uploader } from '../uploads.ts'

const usualMinutes = 2
const phaseSeconds = 12
/** Longer than idle connections to the database are kept. */
const restSeconds = 12
const video = { videoBytes: 3 * 1024 ** 2, atOnce: 2, accept: [201, 202] }

/** A process at rest, in MiB; `minute` counts the time it was under load. */
interface Sample {
  minute: number
  heap: number
  resident: number
  files: number
}

/** Least squares: what a value grows by in a minute of load. */
function slope(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(value))]
  const products = samples.reduce((sum, sample) => sum + (sample.minute - x) * (value(sample) - y), 0)
  return products / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}

/** By how much every later count is above every earlier one; values that rise and fall are not growth. */
function growth(counts: readonly number[]): number {
  const half = Math.floor(counts.length / 2)
  return Math.max(0, Math.min(...counts.slice(half)) - Math.max(...counts.slice(0, half)))
}

async function sample(child: BenchChild, minute: number): Promise<Sample> {
  const heap = await child.ask<number>('heap')
  return { minute, heap, resident: residentMemory(child.pid), files: openFiles(child.pid) }
}

/** Reads, posts and videos side by side for a while, at a pace that leaves the machine some air. */
async function mixer(installation: Installation, gateway: BenchChild) {
  const [reader, poster] = await Promise.all([installation.start('load'), installation.start('load')])
  const upload = await uploader(installation)
  const url = `${gateway.ready['url']}/api/v1`
  const headers = { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ platform: 'bluesky', accountId: await installation.connect(), text: 'Hello again' })
  const steady = { headers, seconds: phaseSeconds, connections: 4, counts: true }
  const reads: Load = { ...steady, url: `${url}/profiles/${installation.profileId}`, perSecond: 200 }
  const posts: Load = { ...steady, url: `${url}/posts`, method: 'POST', body, perSecond: 20 }
  return async () => {
    const until = performance.now() + phaseSeconds * 1000
    const videos = async () => {
      while (performance.now() < until) {
        await upload(gateway, publishPath, video)
        await sleep(250)
      }
    }
    const [read, posted] = await Promise.all([
      reader.ask<LoadResult>('load', reads),
      poster.ask<LoadResult>('load', posts),
      videos(),
    ])
    await sleep(restSeconds * 1000)
    return (read.failed ?? 0) + (posted.failed ?? 0)
  }
}

function print(minute: number, samples: Readonly<Record<string, readonly Sample[]>>, oldestSeconds: number): void {
  const states = Object.entries(samples).flatMap(([name, all]) => {
    const last = all.at(-1)
    if (!last) return []
    const [heap, resident] = [last.heap.toFixed(0), last.resident.toFixed(0)]
    return `${name} heap ${heap} MiB, resident ${resident} MiB, ${last.files} files`
  })
  process.stdout.write(
    `  minute ${minute.toFixed(1)}: ${states.join('; ')}; oldest due job so far ${oldestSeconds} s\n`,
  )
}

export const soak: Row = {
  id: 'soak',
  about:
    'reads, posts and videos side by side for `--minutes` (2) beside `--busy` (0) processes; what ends, stalls or grows',
  bars: [
    { figure: 'gateway, heap', unit: 'MiB/min', atMost: 1 },
    { figure: 'worker, heap', unit: 'MiB/min', atMost: 1 },
    { figure: 'gateway, resident', unit: 'MiB/min' },
    { figure: 'worker, resident', unit: 'MiB/min' },
    { figure: 'processes that ended', unit: '', atMost: 0 },
    { figure: 'failed requests', unit: '' },
    { figure: 'oldest due job', unit: 's', atMost: 30 },
    { figure: 'gateway, more open files', unit: '', atMost: 0 },
    { figure: 'worker, more open files', unit: '', atMost: 0 },
  ],
  async run(installation) {
    const minutes = option('minutes', usualMinutes)
    const phases = Math.max(4, Math.ceil((minutes * 60) / (phaseSeconds + restSeconds)))
    const [gateway, worker] = await Promise.all([installation.start('gateway'), installation.start('worker')])
    const mix = await mixer(installation, gateway)
    await mix()
    const queue = watchQueueAge(installation.context)
    const busy = startBusy(option('busy', 0))
    const samples: Record<'gateway' | 'worker', Sample[]> = { gateway: [], worker: [] }
    const ended = () => [gateway, worker].filter((child) => child.ended() !== null).length
    const began = performance.now()
    let failed = 0
    try {
      for (let phase = 0; phase < phases && ended() === 0; phase++) {
        failed += await mix()
        if (ended() > 0) break
        const minute = ((phase + 1) * phaseSeconds) / 60
        samples.gateway.push(await sample(gateway, minute))
        samples.worker.push(await sample(worker, minute))
        print((performance.now() - began) / 60_000, samples, queue.oldestSeconds())
      }
    } finally {
      busy.stop()
      queue.stop()
    }
    const grown = (name: keyof typeof samples, value: (one: Sample) => number) =>
      figureOf([slope(samples[name], value)])
    const moreFiles = (name: keyof typeof samples) => figureOf([growth(samples[name].map(({ files }) => files))])
    return {
      'processes that ended': figureOf([ended()]),
      'failed requests': figureOf([failed]),
      'oldest due job': figureOf([queue.oldestSeconds()]),
      'gateway, heap': grown('gateway', ({ heap }) => heap),
      'worker, heap': grown('worker', ({ heap }) => heap),
      'gateway, resident': grown('gateway', ({ resident }) => resident),
      'worker, resident': grown('worker', ({ resident }) => resident),
      'gateway, more open files': moreFiles('gateway'),
      'worker, more open files': moreFiles('worker'),
    }
  },
}
