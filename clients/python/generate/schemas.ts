import type { Schema } from '../../../sdk/generate/document.ts'

/** Values of requests are exactly those that are documented; responses may get further ones. */
export type Direction = 'request' | 'response'

const componentOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)

export const pascal = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())

/** Writes schemas as Python types. Objects become `TypedDict` classes, named after the component and the field. */
export class PythonTypes {
  private readonly declarations = new Map<string, string>()
  private readonly components: Record<string, Schema>
  private readonly inBoth: ReadonlySet<string>

  constructor(components: Record<string, Schema>, requests: unknown, responses: unknown) {
    this.components = components
    const sent = this.reachedFrom(requests)
    const received = this.reachedFrom(responses)
    this.inBoth = new Set([...sent].filter((name) => received.has(name) && this.hasEnum({ $ref: name }, new Set())))
  }

  /** The module with all classes that were asked for, in alphabetical order. */
  text(): string {
    return [...this.declarations.keys()]
      .sort()
      .map((name) => this.declarations.get(name)!)
      .join('\n\n')
  }

  names(): string[] {
    return [...this.declarations.keys()].sort()
  }

  /** The type of a value; `name` is the class it becomes if it is an object without a name of its own. */
  of(schema: Schema, name: string, direction: Direction): string {
    if (schema.$ref) return this.component(componentOf(schema.$ref), direction)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return union(options.map((option, n) => this.of(option, optionName(name, option, n), direction)))
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`
    if (schema.enum) {
      const values = `Literal[${schema.enum.map(literal).join(', ')}]`
      const open = direction === 'response' && schema.enum.some((value) => typeof value === 'string')
      return open ? `Union[${values}, str]` : values
    }
    return union([schema.type ?? []].flat().map((type) => this.ofType(type, schema, name, direction)))
  }

  private ofType(type: string, schema: Schema, name: string, direction: Direction): string {
    if (type === 'array') return `List[${schema.items ? this.of(schema.items, `${name}Item`, direction) : 'Any'}]`
    if (type === 'object') return this.object(schema, name, direction)
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[type] ?? 'Any'
  }

  private component(name: string, direction: Direction): string {
    const own = this.inBoth.has(name) && direction === 'request' ? `${name}Input` : name
    if (this.declarations.has(own)) return own
    const schema = this.components[name]!
    this.declarations.set(own, '')
    const type = this.of(schema, own, direction)
    if (type !== own) this.declarations.set(own, `${own} = ${quoted(type)}\n`)
    return own
  }

  private object(schema: Schema, name: string, direction: Direction): string {
    const { properties, patternProperties, additionalProperties } = schema
    if (!properties) {
      const values = Object.values(patternProperties ?? {})[0] ?? additionalProperties
      return `Dict[str, ${typeof values === 'object' ? this.of(values, `${name}Value`, direction) : 'Any'}]`
    }
    this.declarations.set(name, '')
    const fields = Object.entries(properties).map(([key, value]) => {
      const type = this.of(value, `${name}${pascal(key)}`, direction)
      return {
        key,
        type: schema.required?.includes(key) ? type : `NotRequired[${type}]`,
        says: value.description,
      }
    })
    this.declarations.set(name, typedDict(name, schema.description, fields))
    return name
  }

  private reachedFrom(schemas: unknown): Set<string> {
    const reached = new Set<string>()
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const { $ref } = value as Schema
      if (typeof $ref === 'string') {
        const name = componentOf($ref)
        if (reached.has(name)) return
        reached.add(name)
        visit(this.components[name])
      } else for (const part of Object.values(value)) visit(part)
    }
    visit(schemas)
    return reached
  }

  private hasEnum(value: unknown, seen: Set<string>): boolean {
    if (typeof value !== 'object' || value === null) return false
    const { $ref, enum: values } = value as Schema
    if (Array.isArray(values)) return true
    if (typeof $ref !== 'string') return Object.values(value).some((part) => this.hasEnum(part, seen))
    const name = componentOf($ref)
    if (seen.has(name)) return false
    return this.hasEnum(this.components[name], seen.add(name))
  }
}

interface Field {
  key: string
  type: string
  says: string | undefined
}

const keywords =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/

export const isKeyword = (name: string) => keywords.test(name)

function typedDict(name: string, says: string | undefined, fields: Field[]): string {
  const documentation = says ? `    """${docText(says)}"""\n\n` : ''
  if (fields.some(({ key }) => isKeyword(key) || !/^[A-Za-z_]\w*$/.test(key)))
    return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.map(({ key, type }) => `        "${key}": ${JSON.stringify(type)},\n`).join('')}    },\n)\n`
  const lines = fields.map(
    ({ key, type, says }) => `    ${key}: ${type}\n${says ? `    """${docText(says)}"""\n` : ''}`,
  )
  return `class ${name}(TypedDict):\n${documentation}${lines.join('') || '    pass\n'}`
}

/** Text as the inside of a documentation string, whose lines begin with `indent`. */
export const docText = (text: string, indent = '    ') =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replace(/"$/, '" ')
    .replaceAll('\n', `\n${indent}`)
    .replace(/[ ]+\n/g, '\n')

function union(types: string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.length === 0) return 'Any'
  if (distinct.length === 1) return distinct[0]!
  const others = distinct.filter((type) => type !== 'None')
  const one = others.length === 1 ? others[0]! : `Union[${others.join(', ')}]`
  return distinct.length === others.length ? one : `Optional[${one}]`
}

/** By the constant that tells the options apart, else by number. */
function optionName(name: string, { properties = {} }: Schema, n: number): string {
  const told = Object.values(properties).find((property) => typeof property.const === 'string')
  return `${name}${told ? pascal(String(told.const)) : n + 1}`
}

const literal = (value: unknown) =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)

/** An alias is evaluated when the module is loaded: names of classes in it are strings. */
const quoted = (type: string) =>
  type.replace(/"[^"]*"|\b[A-Z]\w*\b/g, (part) =>
    part.startsWith('"') || /^(?:List|Dict|Union|Optional|Literal|Any|None|True|False)$/.test(part)
      ? part
      : `"${part}"`,
  )
