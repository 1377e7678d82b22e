import { runCommandLine } from './cli/program.ts'

// A reader such as `head` closes the pipe when it has enough lines. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await runCommandLine(process.argv.slice(2))
