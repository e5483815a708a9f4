// Formats the results of all measurements as a table.

import { inWords, reaches } from './reaches.mjs'

const HEAD = ['', 'measured', 'target', '', 'figures']

export function toTable(results) {
  const rows = [HEAD, ...results.map(toRow)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function toRow({ title, name, ratio, target, unit, figures }) {
  return [
    [title, name].filter(Boolean).join(': '),
    ratio === undefined ? '' : `${rounded(ratio)}${unit ?? ''}`,
    target === undefined ? '' : inWords(target, unit),
    target === undefined ? '' : reaches(ratio, target) ? 'reached' : 'MISSED',
    listed(figures),
  ]
}

function listed(figures = '') {
  if (typeof figures !== 'object') return String(figures)
  if (Array.isArray(figures)) return figures.map(listed).join(', ')
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? rounded(value) : listed(value)}`)
    .join(', ')
}

const rounded = (value) =>
  Number(value.toPrecision(Math.abs(value) < 1000 ? 3 : 4)).toLocaleString('en', { maximumFractionDigits: 3 })
