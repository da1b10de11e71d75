// A process of its own, so that the work of an attack is not measured as the victim's.
import { attacks, type Scene } from './attacks.ts'

process.once('message', (message: { name: string; scene: Scene }) => {
  const run = attacks[message.name]?.(message.scene)
  process.send?.('ready')
  void run?.()
})
process.once('disconnect', () => process.exit())
