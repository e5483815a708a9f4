// The allowed forms of handles and usernames.

interface NameForm {
  form: RegExp
  /** The form in words. */
  hint: string
}

export const HANDLE: NameForm = {
  form: /^(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u,
  hint: 'A handle is up to 64 letters, digits, dots, dashes and underscores, and not a number.',
}

export const USERNAME: NameForm = {
  form: /^[A-Za-z]\w{0,63}$/,
  hint: 'Letters, digits and underscores, a letter first, no @.',
}
