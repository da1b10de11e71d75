import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../child.ts'
import type { Installation } from '../installation.ts'
import { residentMemory } from '../machine.ts'
import { figureOf, type Row } from '../measure.ts'

const rounds = 5
/** Ms in which what a process still does after its start comes to rest. */
const restMs = 500

async function bootOnce(
  { env }: Installation,
  app: 'gateway' | 'worker',
): Promise<{ seconds: number; memory: number }> {
  const child = await startApp(app, env)
  await sleep(restMs)
  const memory = residentMemory(child.pid)
  await child.stop()
  return { seconds: child.startMs / 1000, memory }
}

export const boot: Row = {
  id: 'boot',
  about: 'from the start of a process to ready, and its memory at rest',
  bars: [
    { figure: 'gateway ready', unit: 's', atMost: 1 },
    { figure: 'worker ready', unit: 's', atMost: 1 },
    { figure: 'gateway at rest', unit: 'MiB', atMost: 140 },
    { figure: 'worker at rest', unit: 'MiB', atMost: 140 },
  ],
  async run(installation) {
    const gateways = []
    const workers = []
    for (let round = 0; round < rounds; round++) {
      gateways.push(await bootOnce(installation, 'gateway'))
      workers.push(await bootOnce(installation, 'worker'))
    }
    return {
      'gateway ready': figureOf(gateways.map(({ seconds }) => seconds)),
      'worker ready': figureOf(workers.map(({ seconds }) => seconds)),
      'gateway at rest': figureOf(gateways.map(({ memory }) => memory)),
      'worker at rest': figureOf(workers.map(({ memory }) => memory)),
    }
  },
}
