import { Failure } from '../../process/failure.ts'

/** One sentence about why PostgreSQL did not do as asked, from what it wrote. */
export function explainOutput(what: string, folder: string, output: string): Failure {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(folder)
  if (/Permission denied/.test(output)) return notAllowed(folder)
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return new Failure(`${what} in ${folder}: ${reason.replace(/^.*(FATAL|PANIC|error): */, '')}`)
}

/** Makes a sentence of the errors a folder can give while files are written to it; other errors stay as they are. */
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
