// Where something stands in a file.

export interface Place {
  file: string
  line: number
  column: number
}

export const placeText = ({ file, line, column }: Place) => `${file}:${line}:${column}`
