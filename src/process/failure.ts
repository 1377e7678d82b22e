/**
 * Something a person can mend: the message is one sentence that says what is wrong and what to do.
 * The command line prints it without a stack and exits 1.
 */
export class Failure extends Error {}

/** The command was given wrongly: the command line exits 2, as for an unknown option. */
export class UsageFailure extends Failure {}
