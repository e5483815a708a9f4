// Declares options: a flag, its help, and the type of its value.

import { InvalidArgumentError, Option } from 'commander'

/** An option that gives a command the value `Value` under the name `Name`. */
type Declared<Name extends string, Value> = Option & {
  readonly declares?: { name: Name; value: Value }
}

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Text
type Long<Flags extends string> = Flags extends `${string}--${infer Name}` ? WithoutValue<Name> : never
type WithoutValue<Flag extends string> = Flag extends `${infer Name} ${string}` ? Name : Flag
type NameOf<Flags extends string> = Long<Flags> extends `no-${infer Name}` ? Camel<Name> : Camel<Long<Flags>>
type Usual<Flags extends string> = Flags extends `${string}<${string}` ? string : boolean

type NameIn<Each> = Each extends Declared<infer Name, unknown> ? Name : never
type ValueIn<Each> = Each extends Declared<string, infer Value> ? Value : never

/** The options that a command gets, from its declarations. */
export type OptionsOf<Options extends readonly Option[]> = {
  [Each in Options[number] as NameIn<Each>]: ValueIn<Each>
}

export function option<const Flags extends string, Value = Usual<Flags>>(
  flags: Flags,
  about: string,
  parse?: (text: string, before?: Value) => Value,
): Declared<NameOf<Flags>, Value | undefined> {
  const declared = new Option(flags, about)
  if (parse) declared.argParser(parse as (text: string, before: unknown) => unknown)
  return declared as Declared<NameOf<Flags>, Value | undefined>
}

export const choice = <const Flags extends string, const Value extends string>(
  flags: Flags,
  about: string,
  choices: readonly Value[],
) => option<Flags, Value>(flags, about).choices(choices)

/** `shown` is the value in the help. */
export const usually = <Name extends string, Value>(
  declared: Declared<Name, Value>,
  value: NonNullable<Value>,
  shown?: string,
) => declared.default(value, shown) as Declared<Name, NonNullable<Value>>

export const required = <Name extends string, Value>(declared: Declared<Name, Value>) =>
  declared.makeOptionMandatory() as Declared<Name, NonNullable<Value>>

export function group<const Options extends readonly Option[]>(title: string, options: Options): Options {
  for (const each of options) each.helpGroup(title)
  return options
}

/** A flag whose value may be left out takes the next word only if it can read it: in `--hold a.yaml`, the file is not a time. */
export function withBareFlags(words: readonly string[], options: readonly Option[]): string[] {
  const end = words.indexOf('--')
  return words.map((word, i) => {
    const bare = (end === -1 || i < end) && options.find(({ optional, long }) => optional && long === word)
    return bare && !canRead(bare, words[i + 1]) ? `${word}=${bare.presetArg}` : word
  })
}

function canRead({ parseArg }: Option, text: string | undefined): boolean {
  try {
    if (text !== undefined) parseArg?.(text, undefined)
    return text !== undefined
  } catch (error) {
    if (error instanceof InvalidArgumentError) return false
    throw error
  }
}
