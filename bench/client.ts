import { Agent, request } from 'node:http'
import { basePath } from '../src/app.ts'

/** Calls the API of a service on this machine with one token. */
export function jsonClient(port: number, token: string) {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: object) =>
    new Promise<any>((resolve, reject) => {
      const options = { port, host: '127.0.0.1', method, path: basePath + path, headers, agent }
      const sent = request(options, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => (text += part))
        response.on('end', () => {
          if (response.statusCode! < 300) resolve(JSON.parse(text))
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`))
        })
      })
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  return { send, close: () => agent.destroy() }
}

/** Runs work so many times a second, each after the response to the one before. */
export async function atRate<T>(items: T[], perSecond: number, work: (item: T, index: number) => Promise<void>) {
  for (const [index, item] of items.entries()) {
    await work(item, index)
    await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond))
  }
}

/** The value that so large a share of all is at most. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}
