import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

/** Styles text for a stream: not at all where it is no terminal, or where NO_COLOR or TERM=dumb says so. */
export const painterFor =
  (stream: NodeJS.WriteStream): Paint =>
  (style, text) =>
    styleText(style, text, { stream })

/** A line of the log, as pino writes it. */
interface LogFields {
  level: number
  time: number
  msg?: string
  err?: { type?: string; message?: string; stack?: string; [field: string]: unknown }
  [field: string]: unknown
}

/** A line of the log for people. A request is one short line; other lines have their fields after the message. */
export function terminalLine({ level, time, msg = '', err, ...fields }: LogFields, paint: Paint): string {
  const at = paint('dim', new Date(time).toTimeString().slice(0, 8))
  if (msg === 'request') return `${at} ${requestText(fields as unknown as RequestFields, paint)}\n`
  const { pid, hostname, ...rest } = fields
  const details = Object.entries(rest).map(([name, value]) => paint('dim', `${name}=${plain(value)}`))
  const text = [at, ...severity(level, paint), escaped(msg), ...details].join(' ')
  return err ? `${text}\n${errorText(err, paint)}\n` : `${text}\n`
}

interface RequestFields {
  method: string
  path: string
  status: number
  ms: number
  org?: string
}

function requestText({ method, path, status, ms, org }: RequestFields, paint: Paint): string {
  const duration = paint('dim', `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`)
  return [method, shortened(escaped(path)), statusText(status, paint), duration, ...(org ? [org] : [])].join(' ')
}

function statusText(status: number, paint: Paint): string {
  const hundreds = Math.floor(status / 100)
  return paint(hundreds === 5 ? 'red' : hundreds === 4 ? 'yellow' : 'green', String(status))
}

function severity(level: number, paint: Paint): string[] {
  if (level >= 50) return [paint('red', 'error')]
  return level >= 40 ? [paint('yellow', 'warning')] : []
}

function errorText({ type, message, stack, ...fields }: NonNullable<LogFields['err']>, paint: Paint): string {
  const details = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`)
  const title = [`    ${type ?? 'Error'}${message ? `: ${escaped(message)}` : ''}`, ...details].join(' ')
  return [title, ...(stack ? [paint('dim', escaped(stack))] : [])].join('\n')
}

const plain = (value: unknown): string => escaped(typeof value === 'string' ? value : JSON.stringify(value))

/** Without characters that a terminal would act on: callers choose paths of requests and names of records. */
export const escaped = (text: string): string =>
  text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
  })

const maxPath = 120
const shortened = (path: string): string => (path.length > maxPath ? `${path.slice(0, maxPath)}…` : path)
