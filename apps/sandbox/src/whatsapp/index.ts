import express, { type Request, type Response, Router } from 'express'
import { objectOf } from '../json.ts'
import { rawBody } from '../meta/graph/raw-body.ts'
import { verifyCallback } from '../meta/push/verify-callback.ts'
import type { Frame, Network, SandboxContext } from '../network.ts'
import { WHATSAPP_APP } from './app.ts'
import { APP_PRESETS, changeAppSettings } from './app-settings.ts'
import type { Host } from './call.ts'
import { sendFault } from './faults.ts'
import { serveGraph } from './graph.ts'
import { operationOf } from './operations.ts'
import { planDelivery, rejectSends } from './person/delivery.ts'
import { eventActs } from './person/events.ts'
import { writeMessage } from './person/message.ts'
import { sendWebhook } from './person/webhook.ts'
import { showState } from './show-state.ts'
import { businessOf } from './signup/finish.ts'
import { servePopup } from './signup/popup.ts'
import { serveSdk } from './signup/sdk.ts'
import { isSignupPage, walkSignup } from './signup/walk.ts'
import { createState } from './state.ts'
import { createWebhooks } from './webhook-delivery.ts'

/**
 * Handles `POST /app {webhookUrl?, verify?, …}`: changes the webhook URL and the settings of `POST /person/app`. Unless
 * `verify` is false, a changed URL is verified first and rejected if that fails.
 */
function setApp({ state, app }: Host): (request: Request, response: Response) => Promise<void> {
  return async ({ body }, response) => {
    const { webhookUrl = state.webhookUrl, verify = true, ...changes } = objectOf(body)
    const reject = (message: string) => void response.status(400).json({ error: 'invalid_request', message })
    if (webhookUrl !== null && (typeof webhookUrl !== 'string' || !URL.canParse(webhookUrl))) {
      return reject('webhookUrl: a URL, or null for none')
    }
    try {
      changeAppSettings({ ...state.appSettings }, changes)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return reject(error.message)
    }
    const isKept = webhookUrl === state.webhookUrl
    const problem =
      webhookUrl === null || isKept || verify === false ? null : await verifyCallback(webhookUrl, app.verifyToken)
    if (problem !== null) return reject(`webhookUrl: it could not be verified, ${problem}`)
    state.webhookUrl = webhookUrl
    const settings = changeAppSettings(state.appSettings, changes)
    response.json({ id: app.id, verifyToken: app.verifyToken, webhookUrl, ...settings })
  }
}

function routerOf(host: Host): Router {
  const router = Router()
  router.get('/:locale/sdk.js', serveSdk(host.context.baseUrl))
  router.post('/app', express.json(), setApp(host))
  router.use(rawBody())
  router.get('/:version/dialog/oauth', servePopup(host))
  router.post('/:version/dialog/oauth', servePopup(host))
  router.use(serveGraph(host))
  return router
}

function environmentOf(baseUrl: string): Record<string, string> {
  return {
    WHATSAPP_CLIENT_ID: WHATSAPP_APP.id,
    WHATSAPP_CLIENT_SECRET: WHATSAPP_APP.secret,
    WHATSAPP_VERIFY_TOKEN: WHATSAPP_APP.verifyToken,
    WHATSAPP_SIGNUP_CONFIG_ID: WHATSAPP_APP.configId,
    WHATSAPP_HOST_GRAPH: baseUrl,
    WHATSAPP_HOST_WEB: baseUrl,
    WHATSAPP_HOST_SDK: baseUrl,
  }
}

/** The path at which the gateway receives WhatsApp's webhooks. */
const WEBHOOK_PATH = '/webhooks/whatsapp'

/**
 * Creates the simulated WhatsApp Business Platform: Cloud API, Embedded Signup and webhooks. Webhooks are sent to the
 * path `/webhooks/whatsapp` of `gatewayUrl`; null sends none until `POST /app` sets a URL. `retryMs` lists the delays
 * in ms before each retry of a failed webhook, which is dropped after the last retry; by default ten, from 1 second to
 * 10 minutes.
 */
export function whatsapp(
  context: SandboxContext,
  { gatewayUrl }: Pick<Frame, 'gatewayUrl'>,
  { retryMs }: { retryMs?: number[] } = {},
): Network {
  const webhookUrl = gatewayUrl === null ? null : `${gatewayUrl}${WEBHOOK_PATH}`
  const state = createState({ now: context.now, webhookUrl })
  const webhooks = createWebhooks(state, WHATSAPP_APP, retryMs)
  const host: Host = { state, app: WHATSAPP_APP, context, webhooks }
  return {
    name: 'whatsapp',
    router: routerOf(host),
    operation: (request) => operationOf(request, (id) => state.numbers.has(id)),
    sendFault: sendFault,
    hasThrottleCodes: true,
    revokeTokens(handle) {
      const only = handle === undefined ? undefined : businessOf(state, handle).id
      for (const token of state.tokens.values()) {
        if (only === undefined || token.businessId === only) token.revoked = true
      }
    },
    state: () => showState(state, WHATSAPP_APP),
    records: {
      // The webhook URL is left out: each start of the sandbox sets it.
      get state() {
        const { webhookUrl: _webhookUrl, ...kept } = state
        return kept
      },
    },
    person: {
      message: (body) => writeMessage(host, body),
      delivery: (body) => planDelivery(host, body),
      webhook: (body) => sendWebhook(host, body),
      rejection: (body) => rejectSends(host, body),
      app: (body) => changeAppSettings(state.appSettings, body),
      ...eventActs(host),
    },
    app: { settings: () => state.appSettings, presets: APP_PRESETS },
    environment: environmentOf(context.baseUrl),
    consent: { owns: isSignupPage, walk: (walk) => walkSignup(state, walk) },
    close: async () => webhooks.close(),
  }
}
