/** The parameters of a statement in order. $1 is the organisation. */
export class Parameters {
  readonly values: unknown[]
  readonly #known = new Map<string, string>()
  readonly #own: Readonly<Record<string, () => string>>

  constructor(orgId: number, timezone: string, today: string) {
    this.values = [orgId]
    this.#own = { zone: () => this.bind(timezone, 'text'), today: () => this.bind(today, 'date') }
  }

  /** The placeholder of a value; equal values share one. */
  bind(value: unknown, type: string): string {
    const known = JSON.stringify([value, type])
    let placeholder = this.#known.get(known)
    if (placeholder === undefined) {
      placeholder = `$${this.values.push(value)}::${type}`
      this.#known.set(known, placeholder)
    }
    return placeholder
  }

  /** Binds `:zone` and `:today` in the SQL of the catalogue; `::` is a cast. */
  fill(sql: string): string {
    return sql.replace(/(?<!:):(zone|today)\b/g, (_, name: string) => this.#own[name]!())
  }
}
