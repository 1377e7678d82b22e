/** The versions of `releases/<version>.json`, the newest first. */
export const newestFirst = (files: string[]): string[] =>
  files
    .flatMap((file) => /^(\d+\.\d+\.\d+)\.json$/.exec(file)?.[1] ?? [])
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
