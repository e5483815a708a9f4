// The command line of this process as a command that can be typed again.

const SECRET_FLAG = '--control-token'

/** Secrets are replaced by `…`. */
export const ownCommand = (args: readonly string[] = process.argv.slice(2)) =>
  ['bot-emulator', ...redactSecrets(args)].map(quoteForShell).join(' ')

const redactSecrets = (args: readonly string[]) =>
  args.map((arg, i) =>
    args[i - 1] === SECRET_FLAG ? '…' : arg.startsWith(`${SECRET_FLAG}=`) ? `${SECRET_FLAG}=…` : arg,
  )

const quoteForShell = (arg: string) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg))
