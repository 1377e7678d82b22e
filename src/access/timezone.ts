/**
 * A zone's name as it is written, or undefined when Node and PostgreSQL may not mean the same by it. Intl also takes
 * offsets and old abbreviations, which PostgreSQL reads differently: +10:00 is west of Greenwich there. Only names with
 * an area, and UTC, agree.
 */
export function knownTimezone(name: string): string | undefined {
  if (!/^(UTC|[A-Za-z]+(\/[A-Za-z0-9_+-]+){1,2})$/i.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    // Node gives `Asia/Calcutta` for `Asia/Kolkata`; only the case of the letters is taken from it.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return undefined
  }
}
