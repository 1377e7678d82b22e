/**
 * The syntax tree of a formula. Formulas contain numbers, terms, + - * / (also − × ÷), brackets, round(x) and round(x,
 * n). They are parsed and evaluated here, never run as code.
 */
export type Expression =
  | { is: 'number'; value: number }
  | { is: 'term'; name: string }
  | { is: 'minus'; of: Expression }
  | { is: 'round'; of: Expression; decimals: number }
  | { is: Operator; left: Expression; right: Expression }

type Operator = '+' | '-' | '*' | '/'
type Values = Readonly<Record<string, number | null>>

interface Token {
  is: 'number' | 'name' | 'sign' | 'end'
  text: string
  /** The position of its first character, from 1. */
  at: number
}

export const termPattern = /^(?!round$)[a-z][a-z0-9_]{0,29}$/
const maxDecimals = 6
/** Limits the depth of nested brackets and signs. */
const maxDepth = 60
const tokenPattern =
  /\s*(?:(?<number>\d+(?:\.\d+)?|\.\d+)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<sign>[-+*/(),−×÷])|(?<other>\S))/uy
/** A map, because a term may be named `constructor`. */
const plainSigns = new Map(Object.entries({ '−': '-', '×': '*', '÷': '/' }))

class FormulaError extends Error {}

/** The syntax tree of a formula, or a message without a subject that names the problem and its position. */
export function parseFormula(expression: string): { tree: Expression } | { problem: string } {
  try {
    return { tree: new Parser(expression).formula() }
  } catch (error) {
    if (error instanceof FormulaError) return { problem: error.message }
    throw error
  }
}

class Parser {
  readonly #tokens: Token[]
  #position = 0
  #depth = 0

  constructor(expression: string) {
    this.#tokens = tokensOf(expression)
  }

  formula(): Expression {
    const tree = this.#sum()
    const { is, at, text } = this.#next
    if (is === 'end') return tree
    throw text === ')'
      ? new FormulaError(`must have a “(” for the “)” at character ${at}.`)
      : new FormulaError(`must have +, -, * or / before “${text}” at character ${at}.`)
  }

  get #next(): Token {
    return this.#tokens[this.#position]!
  }

  #accept(...signs: string[]): string | undefined {
    const { is, text } = this.#next
    if (is !== 'sign' || !signs.includes(text)) return undefined
    this.#position++
    return text
  }

  #sum(): Expression {
    let left = this.#product()
    for (let sign = this.#accept('+', '-'); sign; sign = this.#accept('+', '-'))
      left = { is: sign as Operator, left, right: this.#product() }
    return left
  }

  #product(): Expression {
    let left = this.#factor()
    for (let sign = this.#accept('*', '/'); sign; sign = this.#accept('*', '/'))
      left = { is: sign as Operator, left, right: this.#factor() }
    return left
  }

  #factor(): Expression {
    const { is, text, at } = this.#next
    if (++this.#depth > maxDepth) throw new FormulaError(`must have at most ${maxDepth} brackets inside each other.`)
    try {
      if (this.#accept('-')) return { is: 'minus', of: this.#factor() }
      if (this.#accept('(')) return this.#closed(this.#sum(), at)
      this.#position++
      if (is === 'number') return { is: 'number', value: Number(text) }
      if (is === 'name') return text === 'round' ? this.#round(at) : this.#term(text, at)
      throw new FormulaError(
        `must have a number, a term or a bracket ${is === 'end' ? 'at its end' : `in place of “${text}” at character ${at}`}.`,
      )
    } finally {
      this.#depth--
    }
  }

  #term(text: string, at: number): Expression {
    const { is, text: sign } = this.#next
    if (is !== 'sign' || sign !== '(') return { is: 'term', name: nameOf(text, at) }
    throw new FormulaError(
      `must have round as its only function, and +, -, * or / between a term and a bracket; “${text}(” is at character ${at}.`,
    )
  }

  #closed(tree: Expression, at: number): Expression {
    if (!this.#accept(')')) throw new FormulaError(`must have a “)” for the “(” at character ${at}.`)
    return tree
  }

  #round(at: number): Expression {
    const bracket = this.#next.at
    if (!this.#accept('(')) throw new FormulaError(`must have round(x) or round(x, decimals) at character ${at}.`)
    const of = this.#sum()
    const decimals = this.#accept(',') ? this.#decimals() : 0
    return this.#closed({ is: 'round', of, decimals }, bracket)
  }

  #decimals(): number {
    const { is, text, at } = this.#next
    this.#position++
    if (is === 'number' && /^\d$/.test(text) && Number(text) <= maxDecimals) return Number(text)
    throw new FormulaError(`must round to a whole number of decimals from 0 to ${maxDecimals}, at character ${at}.`)
  }
}

function nameOf(text: string, at: number): string {
  if (termPattern.test(text)) return text
  throw new FormulaError(
    `must have terms of small letters, digits and _ that begin with a letter and have at most 30 characters; “${text}” at character ${at} is none.`,
  )
}

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  let end = 0
  for (let match = tokenPattern.exec(expression); match; match = tokenPattern.exec(expression)) {
    const [kind, text] = Object.entries(match.groups!).find(([, value]) => value !== undefined)!
    end = tokenPattern.lastIndex
    const at = end - text!.length + 1
    if (kind === 'other')
      throw new FormulaError(
        `must have nothing but numbers, terms, + - * / ( ) and round(…); “${text}” is at character ${at}.`,
      )
    tokens.push({ is: kind as Token['is'], text: plainSigns.get(text!) ?? text!, at })
  }
  tokens.push({ is: 'end', text: '', at: expression.length + 1 })
  return tokens
}

/** The names of the terms that a formula uses. */
export function termsOf(tree: Expression): Set<string> {
  if (tree.is === 'number') return new Set()
  if (tree.is === 'term') return new Set([tree.name])
  if ('of' in tree) return termsOf(tree.of)
  const names = termsOf(tree.left)
  for (const name of termsOf(tree.right)) names.add(name)
  return names
}

/** The value of a formula. Null if a term has no value, on division by zero, and if the result is not finite. */
export function evaluate(tree: Expression, values: Values): number | null {
  const value = evaluateNode(tree, values)
  return value === null || !Number.isFinite(value) ? null : clean(value)
}

function evaluateNode(tree: Expression, values: Values): number | null {
  if (tree.is === 'number') return tree.value
  if (tree.is === 'term') return Object.hasOwn(values, tree.name) ? values[tree.name]! : null
  if ('of' in tree) {
    const of = evaluateNode(tree.of, values)
    if (of === null) return null
    return tree.is === 'minus' ? -of : round(of, tree.decimals)
  }
  const [left, right] = [evaluateNode(tree.left, values), evaluateNode(tree.right, values)]
  if (left === null || right === null) return null
  if (tree.is === '+') return sum(left, right)
  if (tree.is === '-') return sum(left, -right)
  if (tree.is === '*') return left * right
  return right === 0 ? null : left / right
}

/** Rounds to fifteen significant digits, which removes errors of binary fractions: 0.1 + 0.2 is 0.3. Never -0. */
const clean = (value: number): number => Number(value.toPrecision(15)) + 0

/** Adds with the decimals that the larger operand has: 1234.56 - 1234.46 is 0.1, not 0.0999999999999091. */
export function sum(left: number, right: number): number {
  const decimals = 14 - Math.floor(Math.log10(Math.max(Math.abs(left), Math.abs(right))))
  const value = left + right
  return decimals >= 0 && decimals <= 100 ? Number(value.toFixed(decimals)) : value
}

/** Rounds half away from zero by the decimal digits: 1.005 to two decimals is 1.01. */
export function round(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value
  const size = shiftDecimals(Math.round(shiftDecimals(Math.abs(clean(value)), decimals)), -decimals)
  return value < 0 ? -size + 0 : size
}

function shiftDecimals(value: number, by: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + by}`)
}
