import type { Frame, Network, SandboxContext } from '../network.ts'
import { openPorts } from './ports.ts'

/** Opens the ports and reports them, then loads and starts the reference servers, which takes seconds. */
export async function startBluesky(context: SandboxContext, frame: Frame): Promise<Network> {
  const opened = await openPorts(frame)
  // What follows keeps the process busy: whoever waits for the settings of all networks gets them first.
  await frame.announce('bluesky', opened.environment)
  const { startBlueskyServers } = await import('./start-servers.ts')
  return startBlueskyServers(context, frame, opened)
}
