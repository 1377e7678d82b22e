import { connect } from 'node:net'
import { after } from 'node:test'
import { basePath } from '../src/app.ts'
import { eventually } from './processes.ts'

/** A connection that bytes are written to as they are, with all that came on it, answer by answer. */
export function rawCaller(port: number, token: string) {
  const socket = connect(port, '127.0.0.1')
  after(() => socket.destroy())
  let text = ''
  let isOver = false
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  socket.on('close', () => (isOver = true))
  const answers = () => text.split(/(?=HTTP\/1\.1 \d)/).filter(Boolean)
  const request = (first: string, more = '', body = '') =>
    `${first} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${more}\r\n${body}`
  const me = request(`GET ${basePath}/me`)
  const heard = async (count: number) => {
    await eventually(() => answers().length === count && !answers().at(-1)!.endsWith('\r\n'))
    return answers().map((answer) => answer.slice(9, 12))
  }
  return { socket, request, me, answers, heard, send: (bytes: string) => socket.write(bytes), isOver: () => isOver }
}

/** The lines of an answer's head, without what is of the moment. */
export const headOf = (answer: string): string[] =>
  answer
    .split('\r\n')
    .slice(0, answer.split('\r\n').indexOf(''))
    .map((line) => line.replace(/^(x-request-id|date): .*/i, '$1'))
