import { readFileSync } from 'node:fs'
import { ServiceError } from '@carillon/errors'
import { graphVersion } from '../../meta/graph.ts'
import { clientOf } from '../../oauth2/flow.ts'
import type { SignupPort } from '../../ports/signup.ts'
import { hostOf } from '../client.ts'

const script = readFileSync(new URL('./dialog.js', import.meta.url), 'utf8')

/**
 * Builds the sign-up page that opens Meta's dialog.
 * @throws ServiceError `provider_not_configured` if the app or its sign-up configuration is not set
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read
 *   2026-11-20)
 */
export const signupPage: SignupPort['page'] = (app) => {
  const { clientId } = clientOf(app)
  const { signupConfigId } = app.secrets
  if (!signupConfigId) {
    throw new ServiceError('provider_not_configured', 'This deployment has no sign-up configuration for WhatsApp.')
  }
  const [sdk, web, graph] = (['sdk', 'web', 'graph'] as const).map((name) => hostOf(app, name))
  const originOf = (url = '') => new URL(url).origin
  return {
    title: 'Connect a WhatsApp number',
    action: 'Continue with Facebook',
    sdk: `${sdk}/en_US/sdk.js`,
    script,
    data: { appId: clientId, configId: signupConfigId, version: graphVersion, origin: originOf(web) },
    origins: { script: [originOf(sdk)], frame: [originOf(web)], connect: [originOf(web), originOf(graph)] },
  }
}
