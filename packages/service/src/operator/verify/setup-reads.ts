import { ServiceError } from '@carillon/errors'
import { type Setup, setupOf } from '../../signup/finish-setup.ts'
import { type Check, CheckEnd } from './check.ts'
import type { Trial } from './trial.ts'

/**
 * Returns checks that read an account connected by a network's own sign-up: its token, number, templates and webhook
 * subscription. Missing setup steps are not performed. Empty for platforms without such a sign-up.
 */
export async function setupReads(trial: Trial): Promise<Check[]> {
  const { context, account } = trial
  const { signup } = await context.registry.adapter(account.platform)
  if (!signup) return []
  const read = (check: string, work: (setup: Setup) => Promise<unknown>): Check => ({
    check,
    async run() {
      const setup = await setupOf(context, trial)
      if (!setup) throw new ServiceError('reconnect_required')
      await work(setup)
    },
  })
  return [
    read('check the token', ({ port, call, target }) => port.check(call, target)),
    read('read the number', async ({ port, call, target }) => {
      const { numberId } = target
      if (numberId === null) throw new ServiceError('setup_incomplete')
      await port.readNumber(call, { ...target, numberId })
    }),
    read('list templates', ({ port, call, target }) => port.hasTemplate(call, target)),
    read('read the subscription', async ({ port, call, target }) => {
      if (await port.isSubscribed(call, target)) return
      throw new CheckEnd('failed', 'The app is not subscribed to the business account: no webhooks arrive.')
    }),
  ]
}
