/**
 * A zone's name in its usual spelling, or undefined when Node and PostgreSQL may read it differently. Intl also accepts
 * offsets and old abbreviations, and for PostgreSQL +10:00 is west of Greenwich. Only names with an area, and UTC,
 * agree.
 */
export function knownTimezone(name: string): string | undefined {
  if (!/^(UTC|[A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2})$/i.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Node returns `Asia/Calcutta` for `Asia/Kolkata`: only the case of the letters is taken from it.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}
