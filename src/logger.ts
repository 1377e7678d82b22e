import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Lines for a person on a terminal, one JSON document a line for everything else. */
export function createLogger(level: string, out: NodeJS.WriteStream = process.stdout): Logger {
  if (!out.isTTY) return pino({ level, base: { pid: process.pid } })
  return pino({ level }, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
