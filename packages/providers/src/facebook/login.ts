import type { AppCall } from '../call-context.ts'
import type { Login } from '../meta/login.ts'
import { loginDialect } from '../meta/login-errors.ts'
import { clientOf } from '../oauth2/flow.ts'
import { hostOf } from './client.ts'
import { facebookResponses } from './responses.ts'

/**
 * Returns what the calls of a login with Facebook need: the app's id, secret, hosts and login configuration, and the
 * dialect that translates errors. A rejected login never counts as an expired connection: a wrong app secret would
 * otherwise end every connection.
 * @throws ServiceError `provider_not_configured` if the app's id or secret is not set
 */
export function loginOf({ app }: Pick<AppCall, 'app'>): Login {
  const { loginConfigId: configId } = app.secrets
  return {
    app: { ...clientOf(app), web: hostOf(app, 'web'), graph: hostOf(app, 'graph'), ...(configId && { configId }) },
    dialect: loginDialect('facebook', facebookResponses),
  }
}
