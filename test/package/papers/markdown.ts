// Writes the tables and code blocks of the generated pages.

export const code = (text: string) => `\`\`\`\n${text}\n\`\`\``

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (!rows.length) return ''
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(headings), `|${headings.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** Returns the page with an empty line between its parts. */
export const page = (parts: readonly string[]) => `${parts.filter(Boolean).join('\n\n')}\n`
