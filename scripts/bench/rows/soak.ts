import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchChild } from '../child.ts'
import type { House } from '../house.ts'
import { openFiles, residentMemory } from '../machine.ts'
import { figureOf, type Row } from '../measure.ts'
import type { LoadResult } from '../process/load.ts'
import { publishPath, uploader } from '../uploads.ts'

const usualMinutes = 2
const sampleMs = 2_500
const small = { filmBytes: 3 * 1024 ** 2, atOnce: 2 }

interface Sample {
  minute: number
  heap: number
  resident: number
  files: number
}

/** Least squares: what a value grows by in a minute. */
function slope(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(value))]
  const products = samples.reduce((sum, sample) => sum + (sample.minute - x) * (value(sample) - y), 0)
  return products / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}

async function watch(child: BenchChild, until: number): Promise<Sample[]> {
  const samples: Sample[] = []
  while (performance.now() < until) {
    const heap = await child.ask<number>('heap')
    const minute = performance.now() / 60_000
    samples.push({ minute, heap, resident: residentMemory(child.pid), files: openFiles(child.pid) })
    await sleep(sampleMs)
  }
  return samples
}

/** Reads, posts and films side by side, at a pace that leaves the machine some air. */
async function mix(house: House, gateway: BenchChild, seconds: number): Promise<void> {
  const [reader, poster] = await Promise.all([house.start('load'), house.start('load')])
  const upload = await uploader(house)
  const url = `${gateway.ready['url']}/api/v1`
  const headers = { authorization: `Bearer ${house.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ platform: 'bluesky', accountId: await house.connect(), text: 'Hello again' })
  const until = performance.now() + seconds * 1000
  const films = async () => {
    while (performance.now() < until) {
      await upload(gateway, publishPath, { ...small, accept: [201, 202] })
      await sleep(250)
    }
  }
  await Promise.all([
    reader.ask<LoadResult>('load', {
      url: `${url}/profiles/${house.profileId}`,
      headers,
      connections: 4,
      seconds,
      perSecond: 200,
    }),
    poster.ask<LoadResult>('load', {
      url: `${url}/posts`,
      method: 'POST',
      headers,
      body,
      connections: 2,
      seconds,
      perSecond: 20,
    }),
    films(),
  ])
}

export const soak: Row = {
  id: 'soak',
  about: 'reads, posts and films side by side for `--minutes` (2); what grows once everything is warm',
  bars: [
    { figure: 'gateway, heap', unit: 'MiB/min', atMost: 1 },
    { figure: 'worker, heap', unit: 'MiB/min', atMost: 1 },
    { figure: 'gateway, resident', unit: 'MiB/min' },
    { figure: 'worker, resident', unit: 'MiB/min' },
    { figure: 'gateway, more open files', unit: '', atMost: 0 },
    { figure: 'worker, more open files', unit: '', atMost: 0 },
  ],
  async run(house) {
    const asked = process.argv.find((word) => word.startsWith('--minutes='))?.slice('--minutes='.length)
    const seconds = Number(asked ?? usualMinutes) * 60
    const [gateway, worker] = await Promise.all([house.start('gateway'), house.start('worker')])
    await mix(house, gateway, Math.min(30, seconds / 2))
    const [before, beforeWorker] = [openFiles(gateway.pid), openFiles(worker.pid)]
    const until = performance.now() + seconds * 1000
    const [ofGateway, ofWorker] = await Promise.all([
      watch(gateway, until),
      watch(worker, until),
      mix(house, gateway, seconds),
    ])
    await sleep(2_000)
    const grown = (samples: Sample[], value: (sample: Sample) => number) => figureOf([slope(samples, value)])
    return {
      'gateway, heap': grown(ofGateway, ({ heap }) => heap),
      'worker, heap': grown(ofWorker, ({ heap }) => heap),
      'gateway, resident': grown(ofGateway, ({ resident }) => resident),
      'worker, resident': grown(ofWorker, ({ resident }) => resident),
      'gateway, more open files': figureOf([openFiles(gateway.pid) - before]),
      'worker, more open files': figureOf([openFiles(worker.pid) - beforeWorker]),
    }
  },
}
