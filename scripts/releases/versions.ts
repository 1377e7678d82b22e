/** The versions of `releases/<version>.json`, the newest first. */
export const newestFirst = (files: string[]): string[] =>
  files.flatMap((file) => /^(\d+\.\d+\.\d+)\.json$/.exec(file)?.[1] ?? []).sort((a, b) => order(b, a))

/** Whether a version is newer than another, or there is no other. */
export const isNewer = (version: string, other: string | undefined): boolean =>
  other === undefined || order(version, other) > 0

const order = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
