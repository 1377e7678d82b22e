import { Agent, request } from 'node:http'
import { basePath } from '../../src/app.ts'

export interface ApiResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // Trials read responses of every operation.
  body: any
}

/** No response: the connection was refused, cut or silent. Whether the request was processed is unknown. */
export class NoResponse extends Error {}

export interface ApiRequest {
  method: string
  path: string
  body?: object
  key?: string
}

/** An API client with keep-alive and a timeout, without retries. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #port: number
  readonly #token: string
  readonly #timeoutMs: number

  constructor(port: number, token: string, timeoutMs = 30_000) {
    this.#port = port
    this.#token = token
    this.#timeoutMs = timeoutMs
  }

  send({ method, path, body, key }: ApiRequest): Promise<ApiResponse> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path: path.startsWith('//') ? path.slice(1) : basePath + path,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
      })
      const failed = (error: Error) => reject(new NoResponse(`${method} ${path}: ${error.message}`))
      const timer = setTimeout(() => outgoing.destroy(new Error('timeout')), this.#timeoutMs)
      outgoing.on('close', () => clearTimeout(timer)).on('error', failed)
      outgoing.on('response', (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        incoming.on('error', failed).on('close', () => {
          if (!incoming.complete) return failed(new Error('the response was cut off'))
          const isJson = String(incoming.headers['content-type']).startsWith('application/json')
          try {
            const body = isJson && text ? JSON.parse(text) : undefined
            resolve({ status: incoming.statusCode!, headers: incoming.headers, text, body })
          } catch (error) {
            failed(error as Error)
          }
        })
      })
      outgoing.end(payload)
    })
  }

  get(path: string): Promise<ApiResponse> {
    return this.send({ method: 'GET', path })
  }

  close(): void {
    this.#agent.destroy()
  }
}
