import type { AnySchemaObject } from 'ajv'
import fc from 'fast-check'

/** An arbitrary of values that match a schema of the specification. */
export function validValue(schema: AnySchemaObject, resolve: (ref: string) => AnySchemaObject): fc.Arbitrary<unknown> {
  if (schema.$ref) return validValue(resolve(schema.$ref), resolve)
  const choices: AnySchemaObject[] | undefined = schema.oneOf ?? schema.anyOf
  if (choices) return fc.oneof(...choices.map((each) => validValue(each, resolve)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) {
    const options = schema.type.map((type: string) =>
      type === 'null' ? fc.constant(null) : validValue({ ...schema, type }, resolve),
    )
    return fc.oneof(...options)
  }
  switch (schema.type) {
    case 'string':
      return textFor(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31) })
    case 'number':
      return fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return (schema.uniqueItems ? fc.uniqueArray : fc.array)(validValue(schema.items ?? {}, resolve), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 8),
      })
    case 'object': {
      const { additionalProperties: values, propertyNames, minProperties = 0, maxProperties = 5 } = schema
      if (typeof values === 'object') {
        const names = propertyNames ? textFor(propertyNames) : fc.string({ minLength: 1, maxLength: 10 })
        return fc.dictionary(names, validValue(values, resolve), {
          minKeys: minProperties,
          maxKeys: Math.min(maxProperties, 5),
        })
      }
      const properties = Object.entries((schema.properties ?? {}) as Record<string, AnySchemaObject>)
      const fields = Object.fromEntries(properties.map(([name, inner]) => [name, validValue(inner, resolve)]))
      return fc.record(fields, { requiredKeys: schema.required ?? [] })
    }
    default:
      return fc.jsonValue()
  }
}

function textFor(schema: AnySchemaObject): fc.Arbitrary<string> {
  if (schema.format === 'email') return fc.constantFrom('a@b.example', 'ana.li+x@acme.example')
  if (schema.format === 'web-address') return fc.webUrl()
  if (schema.format === 'date') return fc.constantFrom('0001-01-01', '2026-10-04', '2028-02-29', '9999-12-31')
  if (schema.format === 'local-time')
    return fc.constantFrom('1000-01-01 00:00:00', '2026-10-04 02:30:00', '2027-04-04 02:30:00', '9998-12-31 23:59:59')
  if (schema.format === 'local-time-or-instant')
    return fc.constantFrom(
      '2026-10-04 02:30:00',
      '2027-04-04 02:30:00',
      '2026-11-16T09:00:00+11:00',
      '0001-01-01T00:00Z',
    )
  if (schema.format === 'date-or-instant')
    return fc.constantFrom('2026-10-04', '2026-02-28T10:00:00Z', '0001-01-01', '9999-12-31')
  // Random text would hardly ever match such a pattern.
  if (schema.pattern?.startsWith('^')) {
    const pattern = new RegExp(schema.pattern, 'u')
    // fast-check does not support lookaheads.
    return fc
      .stringMatching(new RegExp(schema.pattern.replace(/\(\?![^)]*\)/, ''), 'u'))
      .filter((text) => pattern.test(text))
  }
  return fc
    .string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 30, 60) })
    .filter((text) => !text.includes('\u0000') && (!schema.pattern || new RegExp(schema.pattern, 'u').test(text)))
}

/** An arbitrary of invalid and hostile values. */
export const invalidValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    '',
    ' ',
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    true,
    [],
    {},
    '\u0000',
    '\ud800',
    'x'.repeat(600),
    '2026-13-45',
    [[[[]]]],
  ),
  fc.string({ unit: 'binary' }),
)
