import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buildNodes } from '@carillon/n8n-nodes-carillon'
import type {
  ICredentialType,
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  ILoadOptionsFunctions,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodePropertyOptions,
  INodeType,
  IWebhookFunctions,
} from 'n8n-workflow'

// n8n is CommonJS, and so are the nodes that it loads.
const require = createRequire(import.meta.url)
const { NodeHelpers }: typeof import('n8n-workflow') = require('n8n-workflow')

export interface BenchOptions {
  baseUrl: string
  apiKey: string
  /** The folder of the built nodes; they are built if omitted. */
  nodes?: string
}

type Installed = BenchOptions & { built: Built }

interface ExecuteOptions {
  /** Default: one empty item. */
  items?: INodeExecutionData[]
  /** The same one again is a retry of the node. */
  executionId?: string
  runIndex?: number
  continueOnFail?: boolean
  /** Whether the response to a request is lost after it has arrived. Default: none is. */
  isLost?: (request: IHttpRequestOptions) => boolean
}

/** A delivery as n8n receives it. */
export interface Delivered {
  rawBody: Buffer
  headers: Record<string, string>
}

/** The node and the trigger of an installed workflow. */
export interface Bench {
  /** Runs the node and returns its items. */
  execute(parameters: INodeParameters, options?: ExecuteOptions): Promise<INodeExecutionData[]>
  /** What the node offers in a list, by the method that the parameter names. `parameters` are those that are set. */
  choices(method: string, parameters?: INodeParameters): Promise<INodePropertyOptions[]>
  trigger(parameters: INodeParameters, webhookUrl: string): BenchTrigger
}

interface BenchTrigger {
  /** As n8n activates a workflow: it creates the webhook unless it exists. */
  activate(): Promise<void>
  deactivate(): Promise<void>
  checkExists(): Promise<boolean>
  /** A delivery: the status of its response, and the items with which the workflow starts. */
  receive(delivered: Delivered): Promise<{ status: number; items: IDataObject[] }>
  kept: IDataObject
}

const instanceId = randomUUID()

interface Built {
  Carillon: new () => INodeType
  CarillonTrigger: new () => INodeType
  CarillonApi: new () => ICredentialType
}

/** The nodes as they are published: built. */
async function newBuild(): Promise<string> {
  const folder = join(import.meta.dirname, '../../dist/n8n', randomUUID())
  await buildNodes(folder)
  return folder
}

/** Loads built nodes as n8n does. */
function loadBuilt(folder: string): Built {
  const files = [
    'nodes/Carillon/Carillon.node',
    'nodes/Carillon/CarillonTrigger.node',
    'credentials/CarillonApi.credentials',
  ]
  return Object.assign({}, ...files.map((file) => require(join(folder, `${file}.js`))))
}

/** The parameters as n8n hands them to a node: those that are shown, with their defaults. */
function resolved(type: INodeType, node: INode): INodeParameters {
  const { properties } = type.description
  return NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, type.description) ?? {}
}

function nodeOf(type: INodeType, parameters: INodeParameters): INode {
  const { name, displayName } = type.description
  return { id: 'node-1', name: displayName, type: name, typeVersion: 1, position: [0, 0], parameters }
}

/** The header of the credential, with its expression resolved. */
function authorization({ built, apiKey }: Installed): string {
  const { authenticate } = new built.CarillonApi()
  const properties = typeof authenticate === 'object' ? authenticate.properties : {}
  return String(properties.headers?.['Authorization']).replace(/^=/, '').replace('{{$credentials.apiKey}}', apiKey)
}

async function requested(installed: Installed, options: IHttpRequestOptions) {
  const { url, method = 'GET', body, abortSignal } = options
  const headers = { ...options.headers, authorization: authorization(installed) } as Record<string, string>
  const content = body instanceof Uint8Array || typeof body === 'string' ? { body } : {}
  const signal = abortSignal instanceof AbortSignal ? { signal: abortSignal } : {}
  const response = await fetch(url, { method, headers, redirect: 'manual', ...content, ...signal } as RequestInit)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: bytes }
}

/** What every kind of function has. */
const sharedFunctions = (options: Installed, node: INode) => ({
  getNode: () => node,
  getCredentials: async () => ({ baseUrl: options.baseUrl, apiKey: options.apiKey }),
  getInstanceId: () => instanceId,
})

function executeFunctions(options: Installed, node: INode, parameters: INodeParameters, run: ExecuteOptions) {
  const { executionId = randomUUID(), runIndex = 0, continueOnFail = false, isLost = () => false } = run
  const items: INodeExecutionData[] = run.items ?? [{ json: {} }]
  const bytesOf = (itemIndex: number, name: string) =>
    Buffer.from(items[itemIndex]?.binary?.[name]?.data ?? '', 'base64')
  const functions = {
    ...sharedFunctions(options, node),
    getInputData: () => items,
    getNodeParameter: (name: string, _item: number, otherwise: unknown) => parameters[name] ?? otherwise,
    getExecutionId: () => executionId,
    evaluateExpression: () => runIndex,
    continueOnFail: () => continueOnFail,
    helpers: {
      async httpRequestWithAuthentication(_credential: string, request: IHttpRequestOptions) {
        const response = await requested(options, request)
        if (isLost(request)) throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
        return response
      },
      assertBinaryData(itemIndex: number, name: string) {
        const file = items[itemIndex]?.binary?.[name]
        if (file === undefined) throw new Error(`The item has no binary field '${name}'.`)
        return file
      },
      getBinaryDataBuffer: async (itemIndex: number, name: string) => bytesOf(itemIndex, name),
      // Files outside of the memory, whose ids are their bytes here.
      getBinaryMetadata: async (id: string) => ({ fileSize: Buffer.from(id, 'base64').length }),
      getBinaryStream: async (id: string) => Readable.from([Buffer.from(id, 'base64')]),
    },
  }
  // The functions that the nodes call; n8n has many more.
  return functions as unknown as IExecuteFunctions
}

function benchTrigger(options: Installed, given: INodeParameters, webhookUrl: string): BenchTrigger {
  const type = new options.built.CarillonTrigger()
  const node = nodeOf(type, given)
  const parameters = resolved(type, node)
  const kept: IDataObject = {}
  const functions = {
    ...sharedFunctions(options, node),
    getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
    getNodeWebhookUrl: () => webhookUrl,
    getWorkflowStaticData: () => kept,
    helpers: {
      httpRequestWithAuthentication: (_credential: string, request: IHttpRequestOptions) => requested(options, request),
      returnJsonArray: (json: IDataObject) => [{ json }],
    },
  }
  const hooks = functions as unknown as IHookFunctions
  const { checkExists, create, delete: remove } = type.webhookMethods?.['default'] ?? {}
  if (!checkExists || !create || !remove) throw new Error('The trigger has no webhook methods.')
  return {
    kept,
    checkExists: () => checkExists.call(hooks),
    async activate() {
      if (!(await checkExists.call(hooks))) await create.call(hooks)
    },
    async deactivate() {
      await remove.call(hooks)
    },
    async receive({ rawBody, headers }) {
      let status = 200
      const response = {
        status(code: number) {
          status = code
          return response
        },
        end: () => response,
      }
      const request = {
        ...functions,
        getHeaderData: () => headers,
        getRequestObject: () => ({ rawBody }),
        getResponseObject: () => response,
      }
      const { workflowData } = (await type.webhook?.call(request as unknown as IWebhookFunctions)) ?? {}
      return { status, items: (workflowData ?? []).flat().map(({ json }) => json) }
    },
  }
}

/** The node and the trigger with what n8n gives them, without n8n: the test bench of the package. */
export async function openBench(options: BenchOptions): Promise<Bench> {
  const installed = { ...options, built: loadBuilt(options.nodes ?? (await newBuild())) }
  const type = new installed.built.Carillon()
  return {
    async execute(given, run = {}) {
      const node = nodeOf(type, given)
      const functions = executeFunctions(installed, node, resolved(type, node), run)
      const outputs = await type.execute?.call(functions)
      if (!Array.isArray(outputs)) throw new Error('The node has no output.')
      return outputs[0] ?? []
    },
    async choices(method, parameters = {}) {
      const functions = {
        ...sharedFunctions(installed, nodeOf(type, parameters)),
        getCurrentNodeParameter: (path: string) =>
          path.split('.').reduce<unknown>((value, name) => Object(value)[name], parameters),
        helpers: {
          httpRequestWithAuthentication: (_credential: string, request: IHttpRequestOptions) =>
            requested(installed, request),
        },
      }
      return (await type.methods?.loadOptions?.[method]?.call(functions as unknown as ILoadOptionsFunctions)) ?? []
    },
    trigger: (parameters, webhookUrl) => benchTrigger(installed, parameters, webhookUrl),
  }
}
