import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { getProfiles } from './choices.ts'
import { credentialName } from './connect.ts'
import { createEndpoint, deleteEndpoint, isInPlace } from './endpoint.ts'
import { receive } from './receive.ts'
import { triggerProperties } from './trigger-properties.ts'

export class CarillonTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Carillon Trigger',
    name: 'carillonTrigger',
    icon: { light: 'file:carillon.svg', dark: 'file:carillon.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Start a workflow by events of Carillon: publishes, comments, messages and accounts',
    defaults: { name: 'Carillon Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: triggerProperties(),
  }

  methods = { loadOptions: { getProfiles } }

  webhookMethods = {
    default: {
      checkExists(this: IHookFunctions): Promise<boolean> {
        return isInPlace(this)
      },
      create(this: IHookFunctions): Promise<boolean> {
        return createEndpoint(this)
      },
      delete(this: IHookFunctions): Promise<boolean> {
        return deleteEndpoint(this)
      },
    },
  }

  webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return receive(this)
  }
}
