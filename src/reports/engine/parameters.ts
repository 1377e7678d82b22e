/** The values of a statement, in the order of their numbers. The organisation is $1. */
export class Parameters {
  readonly values: unknown[]
  readonly #known = new Map<string, string>()
  readonly #own: Readonly<Record<string, () => string>>

  constructor(orgId: number, timezone: string, today: string) {
    this.values = [orgId]
    this.#own = { zone: () => this.bind(timezone, 'text'), today: () => this.bind(today, 'date') }
  }

  /** What stands for a value in the SQL; a value that is there already is not sent again. */
  bind(value: unknown, type: string): string {
    const known = JSON.stringify([value, type])
    let placeholder = this.#known.get(known)
    if (placeholder === undefined) {
      placeholder = `$${this.values.push(value)}::${type}`
      this.#known.set(known, placeholder)
    }
    return placeholder
  }

  /** SQL of the catalogue, with `:zone` and `:today` bound; `::` is a cast. */
  fill(sql: string): string {
    return sql.replace(/(?<!:):(zone|today)\b/g, (_, name: string) => this.#own[name]!())
  }
}
