import type { Deprecation } from '../../src/http/contract/deprecation.ts'
import type { Schema } from './forms.ts'

export type Reference = { $ref: string }
export type Content = Record<string, { schema?: Schema }>
export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  style?: string
  explode?: boolean
  schema: Schema
  'x-deprecated'?: Deprecation
}
export interface Body {
  required?: boolean
  content: Content
}
export interface Header {
  schema?: Schema
}
export interface Response {
  headers?: Record<string, Header | Reference>
  content?: Content
}
export interface Operation {
  operationId: string
  'x-sdk'?: string
  'x-needs'?: string
  'x-area'?: string
  security?: unknown
  'x-deprecated'?: Deprecation
  parameters?: (Parameter | Reference)[]
  requestBody?: Body | Reference
  responses: Record<string, Response | Reference>
}
export interface Document {
  info: { version: string }
  servers?: { url: string }[]
  security?: unknown
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components: Record<string, Record<string, unknown>>
}
