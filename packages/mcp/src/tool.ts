import type { OperationId } from '@carillon/contract'
import type { JSONSchema } from '@carillon/domain'
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { RequestBackend } from './request-backend.ts'
import type { Toolset } from './toolsets.ts'
import type { View } from './view.ts'

export type ToolResult = CallToolResult | InputRequiredResult

/**
 * The user's response to the question of a tool call: `pending` before the user has responded, `unavailable` if the
 * client cannot ask.
 */
export type Confirmation = 'accepted' | 'declined' | 'pending' | 'unavailable'

export interface ToolCall {
  backend: RequestBackend
  view: View
  confirmation: Confirmation
}

/**
 * The effect of a tool. `read`: none. `change`: a change that can be undone. `public`: others see it, and it cannot be
 * undone. `call`: the effect of the operation that its arguments name; in a read-only view, only operations that read.
 */
type Effect = 'read' | 'change' | 'public' | 'call'

export interface Tool {
  name: string
  title: string
  description: string
  input: JSONSchema
  effect: Effect
  toolsets: readonly Toolset[]
  /**
   * The operations that an API key has to be allowed to call. The tool is listed only for keys that may call all of
   * them.
   */
  operations: readonly OperationId[]
  /** Runs the tool with arguments that its schema accepts. */
  run(args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<ToolResult>
}

type ValuesOf<T> = T extends readonly unknown[] ? TypeOf<T[number]> : TypeOf<T>

/** The TypeScript type for the `type` of a JSON Schema. */
type TypeOf<T> = T extends 'string'
  ? string
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T

type ValueOf<S> = S extends { enum: readonly (infer V)[] }
  ? V
  : S extends { type: 'object'; additionalProperties: { type: infer T } }
    ? Readonly<Record<string, ValuesOf<T>>>
    : S extends { type: 'object' }
      ? Readonly<Record<string, unknown>>
      : S extends { type: infer T }
        ? ValuesOf<T>
        : unknown

/** The TypeScript type of the arguments that an object schema describes. */
type ArgumentsOf<S> = S extends { properties: infer P; required: readonly (infer R)[] }
  ? { readonly [K in keyof P as K extends R ? K : never]: ValueOf<P[K]> } & {
      readonly [K in keyof P as K extends R ? never : K]?: ValueOf<P[K]>
    }
  : never

/**
 * Defines an MCP tool. Its `run` gets arguments of the type that its schema describes; they are checked before it runs.
 */
export function tool<const S extends JSONSchema>(
  row: Omit<Tool, 'input' | 'run'> & { input: S; run(args: ArgumentsOf<S>, call: ToolCall): Promise<ToolResult> },
): Tool
export function tool(row: Tool): Tool {
  return row
}
