// The data inside a page that opens without an emulator.

import type { PageData } from '../../contract/page-data.ts'

const element = document.querySelector<HTMLTemplateElement>('template#data')

export const data = element ? (JSON.parse(element.content.textContent ?? '') as PageData) : undefined
