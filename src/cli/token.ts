import { type Command, InvalidArgumentError } from 'commander'
import { jsonOption } from './output.ts'
import * as actions from './token.actions.ts'
import { help } from './token.help.ts'

export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('create, list, switch off, revoke and rotate access tokens')
    .addHelpText('after', help.token)

  ofOrganisation(token, 'create')
    .description('create a token, which is shown once')
    .requiredOption('--name <connection>', 'the connection that will hold it, such as "Payroll sync"')
    .requiredOption(
      '--access <list>',
      'levels by area, such as clients=read-write,staff=read; may be repeated',
      collect,
    )
    .option('--expires <when>', 'a time from now, a day, or an instant (default 90d, at most 400d)')
    .option('--allow-expired', 'allow an expiry that has passed, for tests')
    .action(actions.create)
  ofOrganisation(token, 'list').description('list the tokens of an organisation').action(actions.list)
  ofOrganisation(token, 'disable')
    .description('switch a token off')
    .argument(...idArgument)
    .action(actions.disable)
  ofOrganisation(token, 'enable')
    .description('switch a disabled token on again')
    .argument(...idArgument)
    .action(actions.enable)
  ofOrganisation(token, 'revoke')
    .description('end a token for good')
    .argument(...idArgument)
    .action(actions.revoke)
  ofOrganisation(token, 'rotate')
    .description('make a new token for the same connection; the old one works on for a while')
    .argument(...idArgument)
    .option('--overlap <time>', 'how long the old token still works', '24h')
    .action(actions.rotate)
}

function ofOrganisation(token: Command, name: Exclude<keyof typeof help, 'token'>): Command {
  return token
    .command(name)
    .requiredOption('--org <slug>', 'the organisation')
    .option(...jsonOption)
    .addHelpText('after', help[name])
}

const idArgument = ['<id>', 'the token, as create and list show it', parseId] as const

function parseId(text: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new InvalidArgumentError('It is the number that wattle token list shows.')
  }
  return Number(text)
}

const collect = (value: string, before: string[] = []): string[] => [...before, value]
