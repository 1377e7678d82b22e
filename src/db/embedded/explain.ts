import { Failure } from '../../process/failure.ts'

/** A Failure with the reason from PostgreSQL's output. */
export function explainOutput(what: string, folder: string, output: string): Failure {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(folder)
  if (/Permission denied/.test(output)) return notAllowed(folder)
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it printed nothing'
  return new Failure(`${what} in ${folder}: ${reason.replace(/^.*(FATAL|PANIC|error): */, '')}`)
}

/** A Failure for an error of writing to the folder. Returns other errors unchanged. */
export function explainFileError(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  // PostgreSQL's own code for a full disk is 53100.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100') return diskFull(folder)
  if (code === 'EACCES' || code === 'EPERM') return notAllowed(folder)
  if (code === 'EROFS')
    return new Failure(
      `The folder ${folder} is on a read-only disk: set WATTLE_DATA_DIR to a folder that can be written to.`,
    )
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new Failure(`${folder} is no folder: set WATTLE_DATA_DIR to a folder.`)
  return error
}

const diskFull = (folder: string) =>
  new Failure(`The disk that holds ${folder} is full: free some space and start again. Nothing that was saved is lost.`)

const notAllowed = (folder: string) =>
  new Failure(
    `This user may not use ${folder}: start Wattle as the user who owns it, hand it over with chown -R, or set WATTLE_DATA_DIR to another folder.`,
  )
