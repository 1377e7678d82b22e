import { type LogFn, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { LogBlocks, outputTo } from './log-blocks.ts'
import { loggable } from './loggable.ts'

/** The part of the settings that decides what may be written. */
export const logOptions = { serializers: { err: loggable } }

/**
 * Lines for a person on a terminal, one JSON document a line for everything else. JSON lines are written in blocks, at
 * least once a second and at the end of the process, because a write for each request costs more than the request's
 * own work; a warning or an error goes out at once with all that came before it.
 */
export function createLogger(level: string, out: NodeJS.WriteStream = process.stdout): Logger {
  if (!out.isTTY) {
    const blocks = new LogBlocks(outputTo(1)).keepFlowing()
    const urgent = {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, severity: number) {
        method.apply(this, args)
        if (severity >= 40) blocks.flush()
      },
    }
    return pino({ level, base: { pid: process.pid }, hooks: urgent, ...logOptions }, blocks)
  }
  return pino({ level, ...logOptions }, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
