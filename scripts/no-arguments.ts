/** Ends a command that writes `files` and was given an argument, such as `--check`, before it writes anything. */
export function refuseArguments(files: string): void {
  const [argument] = process.argv.slice(2)
  if (argument === undefined) return
  console.error(
    `${argument}: this command takes no arguments. Without any it writes ${files}; then git diff shows whether they were out of date.`,
  )
  process.exit(1)
}
