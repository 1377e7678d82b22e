/**
 * An error that the operator can fix. The message is one sentence with the cause and the remedy.
 * The command line prints it without a stack and exits 1.
 */
export class Failure extends Error {}

/** Invalid arguments of a command. The command line exits 2, as for an unknown option. */
export class UsageFailure extends Failure {}
