import { openDatabase } from '../../../src/db/connect/database.ts'
import type { Role } from '../../../src/db/embedded/owner.ts'
import { readConfig } from '../../../src/process/config.ts'
import { Failure } from '../../../src/process/failure.ts'

/** Opens the database as a service or a command, prints `ready`, and closes it when its input ends. */
const role = process.argv[2] as Role
try {
  const database = await openDatabase(readConfig(), {
    role,
    name: `test ${role}`,
    notice: (text) => console.error(text),
  })
  console.log('ready')
  await new Promise((resolve) => process.stdin.resume().once('end', resolve))
  await database.close()
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(error.message)
  process.exitCode = 1
}
