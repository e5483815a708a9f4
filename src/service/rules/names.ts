// The allowed forms of handles, usernames and snapshot names, and bot ids in tokens.

interface NameForm {
  form: RegExp
  /** The allowed form in words, for the hint of an error. */
  hint: string
}

export const HANDLE: NameForm = {
  form: /^(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u,
  hint: 'A handle has up to 64 letters, digits, dots, dashes and underscores, and is not a number.',
}

export const USERNAME: NameForm = {
  form: /^[A-Za-z]\w{0,63}$/,
  hint: 'A username has letters, digits and underscores, and begins with a letter. Write it without @.',
}

const TOKEN_WITH_ID = /^([1-9]\d{0,15}):/

/** Client libraries also read a bot's id from its token: 42 in 42:TEST. */
export function botIdIn(token: unknown): number | undefined {
  const [, id] = TOKEN_WITH_ID.exec(String(token)) ?? []
  return id === undefined || !Number.isSafeInteger(Number(id)) ? undefined : Number(id)
}

export const SNAPSHOT_NAME = /^\w[\w.-]{0,63}$/
