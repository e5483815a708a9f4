// What a developer should know of a call that went through: said in the journal, in lines and in reports.

export const ignoredNote = (param: string) => `${param} is not a parameter of this service and was ignored`

const lenientNote = (operation: string) => `${operation} is lenient: it was answered with true, and did nothing`

export interface Noted {
  method: string
  ignored?: readonly string[]
  lenient?: true
}

export const notesOn = ({ method, ignored = [], lenient }: Noted): string[] => [
  ...(lenient ? [lenientNote(method)] : []),
  ...ignored.map(ignoredNote),
]
