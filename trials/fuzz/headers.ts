import fc from 'fast-check'
import type { TestedOperation } from '../lib/examples.ts'
import type { Expected } from './checker.ts'
import { hostileText, hostileTexts } from './hostile.ts'
import { jsonHeaders, type Parts } from './request-parts.ts'

const methods = fc.constantFrom(
  'x-http-method-override',
  'x-forwarded-for',
  'x-forwarded-host',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'expect',
  'te',
  'range',
  'if-none-match',
  'origin',
  'cookie',
  'x-org-id',
  'forwarded',
  'via',
)
/** Header values are Latin-1 without line breaks. */
const headerText = hostileText.map((text) =>
  text
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 1_000),
)
const printable = /^[\x20-\x7e]{1,255}$/

/** Headers that a proxy or browser could add, request ids and idempotency keys. */
export function headers({ operation, examples }: TestedOperation): fc.Arbitrary<Parts> {
  const usual = examples[0].body ? jsonHeaders : {}
  const odd = fc
    .tuple(methods, headerText)
    .filter(([name]) => name !== 'expect')
    .map(([name, value]): Parts => ({ kind: 'a hostile header', headers: { ...usual, [name]: value } }))
  const requestId = fc
    .oneof(headerText, fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/))
    .map((value): Parts => ({ kind: 'a request id', headers: { ...usual, 'x-request-id': value } }))
  if (operation.method === 'GET') return fc.oneof(odd, requestId)
  const key = fc.oneof(
    fc.constantFrom(
      ...hostileTexts.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '').trim()),
      'k',
      'x'.repeat(255),
      'x'.repeat(256),
    ),
    headerText,
  )
  const keyed = key.map(
    (value): Parts => ({
      ...{ kind: 'an idempotency key', headers: { ...usual, 'idempotency-key': value } },
      ...(!printable.test(value) && { expected: { as: 'rejected' } as Expected }),
    }),
  )
  return fc.oneof(odd, requestId, keyed)
}
