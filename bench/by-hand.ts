import pg from 'pg'
import { compile } from '../src/reports/engine/compile.ts'
import { daysOf } from '../src/reports/engine/date-range.ts'
import { questionOf } from '../src/reports/engine/question.ts'
import type { Spec } from '../src/reports/spec/spec.schema.ts'
import { todayIn } from '../src/time/local-time.ts'

/** The statement of an insight with its values written into it, as somebody would type it. */
export function byHand(spec: Spec, orgId: number, timezone: string): string {
  const today = todayIn(Date.now(), timezone)
  const days = daysOf(spec.date_range, today)
  const { text, values } = compile(questionOf(spec), spec.options ?? {}, { orgId, timezone, today, days })
  return text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]))
}

const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : pg.escapeLiteral(Array.isArray(value) ? arrayOf(value) : String(value))

const arrayOf = (values: unknown[]): string => `{${values.map((value) => JSON.stringify(String(value))).join(',')}}`
